#!/usr/bin/env bash
# Moves uploaded files to the folders that the other scripts use. The first call also compiles networks in the background.
#   gpu/receive.sh faces     which to compile: faces or detector
set -euo pipefail
cd "$(dirname "$0")/.."
work=${WORK:-$HOME/classifier}
mkdir -p "$work/parts" "$work/runs"
[ -e "$work/begun" ] || date +%s >"$work/begun"
for part in upload/*; do
	case $part in
	*.npz | *.pt) mv "$part" "$work/" ;;
	*) rm -rf "$work/parts/$(basename "$part")" && mv "$part" "$work/parts/" ;;
	esac
done
# The folder of a call may not exist in the next call.
mkdir -p "$work/code" && cp -r ./*.py gpu "$work/code/"
if [ ! -e "$work/smoke.log" ]; then
	cd "$work/code"
	setsid python3 smoke.py "$work/smoke" cuda "$1" >"$work/smoke.log" 2>&1 </dev/null &
fi
ls "$work/parts" | tr '\n' ' '
tail -n 2 "$work/smoke.log" 2>/dev/null | cut -c1-300 || true
