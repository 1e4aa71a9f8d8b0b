#!/usr/bin/env bash
# Writes trained weights to $OUT in parts of 14 MB. Join them with cat.
#   gpu/bring.sh student
set -euo pipefail
for name; do split -b 14000000 -d -a 1 "${WORK:-$HOME/classifier}/runs/$name.pt" "$OUT/$name.pt."; done
