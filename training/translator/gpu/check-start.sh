#!/usr/bin/env bash
# check-start.sh: joins the weights in data/start, runs the unit tests, and trains on data/extra0 for half a minute, in the background.
# The rest of the data can be transferred during this time. start.sh waits for it and shows the result.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p runs/check
python3 pack.py join data/start runs/start.pt
cat > runs/check/go.sh <<'GO'
python3 -u train.py --data data/extra0 --out runs/check --minutes 0.6 --init runs/start.pt --back-translate 0.5 --mono-limit 4000 --split 0.1 --round-from 0.7 --warm-steps 50 --log-seconds 3
OMP_NUM_THREADS=2 python3 -m unittest discover -s tests -t . 2>&1 | tail -n 25
echo "check ended with $?"
GO
setsid nohup bash runs/check/go.sh > runs/check/console.log 2>&1 < /dev/null &
sleep 3
nvidia-smi -L
