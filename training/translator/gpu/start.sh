#!/usr/bin/env bash
# start.sh NAME MINUTES [train.py options]: train in a separate session, which continues after this command ends.
# START_WATCH is how long its first lines are shown, in seconds (default: 45).
set -euo pipefail
cd "$(dirname "$0")/.."
name=$1 minutes=$2
shift 2
for before in check distil; do
  if [ -f runs/$before/console.log ]; then
    for _ in $(seq 80); do grep -q "$before ended" runs/$before/console.log && break; sleep 1; done
    tail -n 45 runs/$before/console.log
  fi
done
mapfile -t data < <(dirname data/*/*.shard.xz | sort -u)
mkdir -p "runs/$name"
rm -f "runs/$name/exit"
setsid nohup python3 -u train.py --data "${data[@]}" --out "runs/$name" --minutes "$minutes" --resume "$@" \
  > "runs/$name/console.log" 2>&1 < /dev/null &
echo $! > "runs/$name/pid"
for _ in $(seq "${START_WATCH:-45}"); do kill -0 "$(cat "runs/$name/pid")" 2> /dev/null || break; sleep 1; done
cat "runs/$name/console.log"
