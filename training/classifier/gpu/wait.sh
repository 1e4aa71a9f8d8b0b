#!/usr/bin/env bash
# Waits up to SECONDS, then shows the progress of the training and writes finished weights to $OUT.
#   gpu/wait.sh 60
work=${WORK:-$HOME/classifier}
out=${OUT:-out}
mkdir -p "$out"
for _ in $(seq "$((${1:-60} / 3))"); do
	pgrep -f "$work/run.sh" >/dev/null || break
	sleep 3
done
grep -vE '^\+|Warning|warn' "$work/run.log" | tail -n "${2:-12}" | cut -c1-900
cp "$work/run.log" "$out/"
for name in ${WEIGHTS:-}; do cp "$work/runs/$name.pt" "$out/" 2>/dev/null; done
pgrep -f "$work/run.sh" >/dev/null && echo running || echo ended
