#!/usr/bin/env bash
# Trains the detector with the pictures that have arrived, then its integer version, in its own session.
#   gpu/detector.sh 6 1.7     minutes for each
set -euo pipefail
work=${WORK:-$HOME/classifier}
runs=$work/runs
bash "$(dirname "$0")/background.sh" detector <<END
set -ex
cd $work/code
python3 pictures.py unpack $work/parts $work/some
python3 blazeface.py squares $work/some $work/blazeface.pt
python3 train_detector.py $work/some $runs/detector --minutes $1 --from $work/detector-earlier.pt --compile
python3 train_detector.py $work/some $runs/detector-whole --minutes $2 --rate 4e-4 --whole --from $runs/detector.pt --seed 2 --compile
END
