#!/bin/sh
# Every ninth test of litmus/observe (with HRFCHECK_EVERY=N every N-th) on PoCL, by way of --emit, make, run.sh and
# --results: nothing that `opencl` forbids is seen, and every test shows something. Skipped (77) where PoCL, its
# headers, or make are not installed.
set -eu
hrfcheck=$1
source=$2
for needed in /etc/OpenCL/vendors/pocl.icd /usr/include/CL/cl.h; do
  if [ ! -e "$needed" ]; then
    echo "skipped: no $needed"
    exit 77
  fi
done
command -v make >/dev/null || { echo "skipped: no make"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$source"
# Tests on several GPUs have no form in OpenCL, and are told to have none.
one=$(find litmus/observe -maxdepth 1 -name '*.litmus' ! -name '*-two-gpus.litmus' | sort | awk -v every="${HRFCHECK_EVERY:-9}" 'NR % every == 0')
several=$(find litmus/observe -maxdepth 1 -name '*-two-gpus.litmus' | sort)
status=0
# shellcheck disable=SC2086 # lists of files
"$hrfcheck" observe --backend opencl --emit "$work/none" $several >"$work/refusal" 2>&1 || status=$?
told=$(grep -c 'its threads are on several devices' "$work/refusal")
if [ "$status" -ne 2 ] || [ "$told" -ne "$(echo "$several" | wc -l)" ]; then
  cat "$work/refusal"
  echo "exit status $status, and 2 was expected, with a refusal of each of the tests on several GPUs"
  exit 1
fi
# shellcheck disable=SC2086 # lists of files
"$hrfcheck" observe --backend opencl --emit "$work/campaign" $one
make -s -j2 -C "$work/campaign"
# The programs need no optimization to be right, and PoCL is faster without.
HRF_BUILD_OPTIONS=-cl-opt-disable HRF_OPTIONS="--seconds 0.05" POCL_CACHE_DIR="$work/cache" sh "$work/campaign/run.sh" >/dev/null
# shellcheck disable=SC2086
"$hrfcheck" observe --results "$work/campaign/all.results" --format table $one >"$work/table"
wanted=$(echo "$one" | wc -l)
shown=$(grep -c '^| `' "$work/table")
if [ "$shown" -ne "$wanted" ] || grep -q 'broken\|partial\| 0 | 0 |' "$work/table"; then
  cat "$work/table"
  echo "$shown of $wanted tests have results"
  exit 1
fi
