#!/usr/bin/env bash
# Trains teachers in its own session: the first with all faces, each other one without a third of them. Run it when all pictures have arrived.
#   gpu/teachers.sh 8 3.4 2.6 2.6     minutes for each
set -euo pipefail
work=${WORK:-$HOME/classifier}
{
	cat <<-END
		set -ex
		cd $work/code
		python3 pictures.py unpack $work/parts $work/data
		python3 blazeface.py squares $work/data $work/blazeface.pt
	END
	number=0
	for minutes; do
		echo "python3 train.py $work/data $work/runs/teacher-$number --minutes $minutes --rate 6e-4 --teacher --without $((number - 1)) --seed $number --start $work/lite4.npz --weigh Black=1.6 --compile"
		number=$((number + 1))
	done
} | bash "$(dirname "$0")/background.sh" teachers
