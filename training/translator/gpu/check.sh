#!/usr/bin/env bash
# Half a minute on the accelerator with the first part of the data: compiles, trains, measures, back-translates,
# runs beam search. It continues in the background, so that the second part can be transferred; start.sh shows the result.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p runs/check
cat > runs/check/go.sh <<'GO'
python3 -u train.py --data data/part-1 --out runs/check --minutes 0.6 --back-translate 0.5 --mono-limit 2000 --warm-steps 50 --log-seconds 2
python3 -u evaluate.py data/part-1/dev.tsv --checkpoint runs/check/latest.pt --vocabulary data/part-1/spm.model --beams 4 --limit 100
echo "check ended with $?"
GO
setsid nohup bash runs/check/go.sh > runs/check/console.log 2>&1 < /dev/null &
sleep "${1:-1}"
nvidia-smi -L
python3 -c "import torch, onnx, onnxruntime, sentencepiece, numpy; print(torch.__version__, onnx.__version__, onnxruntime.__version__, numpy.__version__)"
ls -l data/part-1 | head -60
cat runs/check/console.log
