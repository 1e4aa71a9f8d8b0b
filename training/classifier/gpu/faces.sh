#!/usr/bin/env bash
# Trains the face network in its own session. Run it when all pictures, the teachers and the detector have arrived.
#   gpu/faces.sh 1690     ends 1690 seconds after the first upload
set -euo pipefail
work=${WORK:-$HOME/classifier}
teachers=$(ls "$work"/teacher-*.pt | paste -sd,)
bash "$(dirname "$0")/background.sh" faces <<END
set -ex
cd $work/code
python3 pictures.py unpack $work/parts $work/data
python3 blazeface.py squares $work/data $work/blazeface.pt
python3 candidates.py $work/data $work/detector-whole.pt
# Compiling takes up to two minutes.
minutes=\$(python3 -c "import time; print(round((int(open('$work/begun').read()) + $1 - time.time()) / 60 - 2, 2))")
python3 train.py $work/data $work/runs/student --minutes \$minutes --rate 7e-4 --shorten ${teachers%%,*} --teachers $teachers --weigh Black=2 --compile
END
