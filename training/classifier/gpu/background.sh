#!/usr/bin/env bash
# Runs the commands of its standard input in their own session, so that they outlive the call. NAME.log receives their output.
#   gpu/background.sh NAME <<END
set -euo pipefail
work=${WORK:-$HOME/classifier}
cat >"$work/$1.sh"
setsid bash "$work/$1.sh" >"$work/$1.log" 2>&1 </dev/null &
echo started
