#!/bin/bash
# A corpus through GNU parallel: the merged results of its shards are those of a run in one piece, byte for byte
# but for the times.
#   parallel.sh HRFCHECK CORPUS [SHARDS]
# Exit status 77: GNU parallel is not here.
set -u
here=$(cd "$(dirname "$0")" && pwd)
. "$here/compare.sh"

hrfcheck=$(realpath "${1:?the hrfcheck to run}")
corpus=$(realpath "${2:?a folder of litmus tests}")
shards=${3:-4}

if ! parallel --version 2>/dev/null | grep -q "^GNU parallel"; then
  echo "skipped: no GNU parallel here"
  exit 77
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$(dirname "$corpus")" || exit 1
name=$(basename "$corpus")

# A failed expectation is an answer, too: what counts is that the results are complete, which --merge looks at.
parallel --will-cite --jobs 2 \
  "'$hrfcheck' batch '$name' --jobs 1 --shard {}/$shards --results '$work/part-{}.jsonl' --table none >'$work/{}.txt'" \
  ::: $(seq "$shards")
for i in $(seq "$shards"); do
  if [ ! -s "$work/part-$i.jsonl" ]; then
    echo "failed: shard $i has no results" >&2
    exit 1
  fi
done
merged_is_whole "$hrfcheck" "$name" "$work"
