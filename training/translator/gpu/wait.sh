#!/usr/bin/env bash
# wait.sh NAME SECONDS [pack.py options]: wait until the run ends or SECONDS have passed, then write the best
# weights (in parts), the log and its tail to $OUT.
set -uo pipefail
cd "$(dirname "$0")/.."
name=$1 seconds=$2 run="runs/$1" out=${OUT:-out}
shift 2
mkdir -p "$out"
for _ in $(seq "$seconds"); do
  [ -f "$run/exit" ] && break
  kill -0 "$(cat "$run/pid")" 2> /dev/null || break
  sleep 1
done
cp "$run/train.log" "$out/train.log"
weights="$run/best.pt"
[ -f "$weights" ] || weights="$run/latest.pt"
if [ -f "$weights" ]; then python3 pack.py split "$weights" "$out" "$@"; fi
grep MEASURED "$run/train.log"
tail -n 12 "$run/console.log"
if [ -f "$run/exit" ]; then echo "ended with $(cat "$run/exit")"; elif kill -0 "$(cat "$run/pid")" 2> /dev/null; then echo "still running"; else echo "gone without a word"; fi
