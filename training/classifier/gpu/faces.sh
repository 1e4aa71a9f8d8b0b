#!/usr/bin/env bash
# Trains the teacher, its student, and the student's integer version, in its own session. Run it when all pictures have arrived.
#   gpu/faces.sh 8 2.3 1530     minutes for the teacher and the integer version; all ends so many seconds after the first upload
set -euo pipefail
work=${WORK:-$HOME/classifier}
runs=$work/runs
bash "$(dirname "$0")/background.sh" faces <<END
set -ex
cd $work/code
python3 pictures.py unpack $work/parts $work/data
python3 blazeface.py squares $work/data $work/blazeface.pt
python3 train.py $work/data $runs/teacher --minutes $1 --rate 6e-4 --teacher --start $work/lite4.npz --weigh Black=1.6 --compile
while [ ! -e $work/detector.done ]; do sleep 0.5; done
python3 candidates.py $work/data $runs/detector-whole.pt
python3 network.py pt $work/earlier.npz $work/data $runs/earlier.pt
student=\$(python3 -c "import time; print(round((int(open('$work/begun').read()) + $3 - time.time()) / 60 - $2 - 0.9, 2))")
python3 train.py $work/data $runs/student --minutes \$student --rate 7e-4 --start $work/earlier.npz --teachers $runs/teacher.pt,$runs/earlier.pt --weigh Black=1.6 --compile
python3 train.py $work/data $runs/whole --minutes $2 --rate 2e-4 --mix 0.15 --whole --from $runs/student.pt --teachers $runs/teacher.pt,$runs/earlier.pt --weigh Black=1.6 --seed 2 --compile
END
