#!/usr/bin/env bash
# Trains a student of two networks, then the integer version of the student, in its own session.
#   gpu/start.sh STUDENT WHOLE     minutes for each
set -euo pipefail
work=${WORK:-$HOME/classifier}
runs=$work/runs
cat >"$work/run.sh" <<END
set -ex
cd $work/code
while pgrep -f 'detector.py others' >/dev/null; do sleep 0.5; done
python3 pictures.py pack $work/parts others $work/cut/labels.jsonl $work/cut
python3 pictures.py unpack $work/parts $work/data
python3 train.py $work/data $runs/student --minutes $1 --rate 8e-4 --start $work/mobilenetv1-imagenet-start.npz --teachers $work/trial-s192.pt,$work/trial-v1c.pt --teacher-size 192 --weigh Black=1.6 --compile
python3 train.py $work/data $runs/whole --minutes $2 --rate 2e-4 --mix 0.15 --whole --from $runs/student.pt --teachers $runs/student.pt --weigh Black=1.6 --seed 2 --compile
END
setsid bash "$work/run.sh" >"$work/run.log" 2>&1 </dev/null &
echo started
