#!/bin/sh
# Runs every test of this folder, each for at most HRF_SECONDS or until HRF_INSTANCES instances have ended, and
# writes results/TEST.txt, and all of them in one file, all.results. A test that does not end is killed; what it has
# shown until then is kept.
cd "$(dirname "$0")" || exit 2
mkdir -p results
seconds=${HRF_SECONDS:-10}
instances=${HRF_INSTANCES:-1000000000}
limit=$((seconds * 2 + 60))
for test in $(cat tests); do
  echo "$test"
  # shellcheck disable=SC2086 # HRF_OPTIONS is a list of words
  timeout -k 5 "$limit" "bin/$test" --seconds "$seconds" --instances "$instances" --seed "${HRF_SEED:-0}" \
    --output "results/$test.txt" ${HRF_OPTIONS:-} || echo "$test: exit status $?" >&2
done
for test in $(cat tests); do
  cat "results/$test.txt"
done >all.results 2>/dev/null
