# shellcheck shell=bash
# For scripts that run a corpus in shards.

# Lines of results without their times.
without_times() { sed -E 's/,"seconds":[0-9.e+-]+}$/}/' "$1"; }

# merged_is_whole HRFCHECK CORPUS FOLDER: whether FOLDER/part-*.jsonl, merged, are the results of one run.
merged_is_whole() {
  local hrfcheck=$1 corpus=$2 folder=$3 status
  "$hrfcheck" batch --merge "$folder"/part-*.jsonl --results "$folder/all.jsonl" --table none >"$folder/merge.txt"
  status=$?
  "$hrfcheck" batch "$corpus" --jobs 1 --results "$folder/whole.jsonl" --table none >"$folder/whole.txt"
  if [ $? != "$status" ]; then
    echo "the exit status is $status when merged, another in one piece" >&2
    return 1
  fi
  if ! grep -q '"complete":true' "$folder/whole.jsonl" || [ "$(wc -l <"$folder/whole.jsonl")" -lt 3 ]; then
    echo "there are no results to compare" >&2
    return 1
  fi
  without_times "$folder/all.jsonl" >"$folder/all.txt"
  without_times "$folder/whole.jsonl" >"$folder/one.txt"
  cmp "$folder/all.txt" "$folder/one.txt" && cmp "$folder/merge.txt" "$folder/whole.txt" || return 1
  echo "$(wc -l <"$folder/all.jsonl") lines, the same merged and in one piece"
}
