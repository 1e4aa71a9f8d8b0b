#!/usr/bin/env bash
# grow.sh LAYERS SECONDS [distil.py options]: uses the weights in data/start (parts of pack.py) and the text in data/first. In the
# background, it checks a model with LAYERS encoder layers for half a minute, and translates the text into data/distilled for
# SECONDS. The rest of the data can be transferred during this time. start.sh waits for both and shows the results.
set -euo pipefail
cd "$(dirname "$0")/.."
layers=$1 seconds=$2
shift 2
mkdir -p runs/check runs/distil
python3 pack.py join data/start runs/start.pt
cat > runs/distil/go.sh <<GO
python3 -u distil.py --teacher runs/start.pt --data data/first --out data/distilled --piece 15000 --minutes \$(python3 -c "print($seconds / 60)") $*
echo "distil ended with \$?"
GO
cat > runs/check/go.sh <<GO
python3 -u train.py --data data/first --out runs/check --minutes 0.6 --init runs/start.pt --encoder-layers $layers --back-translate 0.4 --round-beams 4 --round-seconds 2 --mono-limit 4000 --round-from 0.6 --trust 0.4 --split 0.1 --warm-steps 50 --log-seconds 2
echo "check ended with \$?"
GO
for name in distil check; do setsid nohup bash runs/$name/go.sh > runs/$name/console.log 2>&1 < /dev/null & done
sleep 2
nvidia-smi -L
ls -l data/first
