#!/bin/bash
# A corpus through a Slurm job array: each array element does one shard, and the merged results are those of a run in
# one piece, byte for byte but for the times.
#   job_array.sh HRFCHECK CORPUS [SHARDS]
# Starts a Slurm of one node of its own and ends it. Exit status 77: Slurm is not here.
set -u
here=$(cd "$(dirname "$0")" && pwd)
. "$here/one_node.sh"
. "$here/../shards/compare.sh"

hrfcheck=$(realpath "${1:?the hrfcheck to run}")
corpus=$(realpath "${2:?a folder of litmus tests}")
shards=${3:-4}

missing=$(slurm_missing | tr '\n' ' ')
if [ -n "$missing" ]; then
  echo "skipped: no Slurm here (missing: $missing)"
  exit 77
fi

work=$(mktemp -d)
chmod 0755 "$work"  # munged insists that others can come to its socket
finish() {
  slurm_stop
  rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT TERM

fail() {
  echo "failed: $*" >&2
  tail -n 20 "$work"/slurm/*.log "$work"/slurm/*.out "$work"/slurm/munge/out "$work"/job-*.txt >&2 2>/dev/null
  exit 1
}

slurm_start "$work/slurm" || fail "Slurm does not start"
cd "$(dirname "$corpus")" || fail "no corpus"
name=$(basename "$corpus")

# A failed expectation is an answer, too: what counts is that the results are complete, which --merge looks at.
cat >"$work/array.sh" <<END
#!/bin/bash
"$hrfcheck" batch "$name" --jobs 1 --shard \$SLURM_ARRAY_TASK_ID/\$SLURM_ARRAY_TASK_COUNT \\
  --results "$work/part-\$SLURM_ARRAY_TASK_ID.jsonl" --table none
END
job=$(sbatch --parsable --array="1-$shards" --output="$work/job-%a.txt" "$work/array.sh") || fail "sbatch"
echo "job $job: $shards shards of $name"

slurm_wait 600 slurm_queue_is_empty || fail "the jobs do not end"
for ((i = 1; i <= shards; ++i)); do
  [ -s "$work/part-$i.jsonl" ] || fail "shard $i has no results"
done
merged_is_whole "$hrfcheck" "$name" "$work" || fail "the shards together are not the whole"
