#!/usr/bin/env bash
# Waits up to SECONDS, then shows the progress of the trainings.
#   gpu/wait.sh 60
work=${WORK:-$HOME/classifier}
out=${OUT:-out}
mkdir -p "$out"
for _ in $(seq "$((${1:-60} / 3))"); do
	pgrep -f "$work/(detector|teachers|faces).sh" >/dev/null || break
	sleep 3
done
for log in detector teachers faces; do
	[ -e "$work/$log.log" ] && grep -vE '^\+|Warning|warn' "$work/$log.log" | tail -n "${2:-8}" | cut -c1-1200
	cp "$work/$log.log" "$out/" 2>/dev/null
done
pgrep -f "$work/(detector|teachers|faces).sh" >/dev/null && echo running || echo ended
