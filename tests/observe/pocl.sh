#!/bin/sh
# Every test of litmus/observe on PoCL, by way of --emit, make, run.sh and --results: nothing that `opencl` forbids is
# seen, and every test shows something. Skipped (77) where PoCL, its headers, or make are not installed.
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
"$hrfcheck" observe --backend opencl --emit "$work/campaign" litmus/observe
make -s -j2 -C "$work/campaign"
# The programs need no optimization to be right, and PoCL is faster without.
HRF_BUILD_OPTIONS=-cl-opt-disable HRF_OPTIONS="--seconds 0.05" POCL_CACHE_DIR="$work/cache" sh "$work/campaign/run.sh" >/dev/null
"$hrfcheck" observe --results "$work/campaign/all.results" --format table litmus/observe >"$work/table"
wanted=$(find litmus/observe -maxdepth 1 -name '*.litmus' | wc -l)
shown=$(grep -c '^| `' "$work/table")
if [ "$shown" -ne "$wanted" ] || grep -q 'broken\|partial\| 0 | 0 |' "$work/table"; then
  cat "$work/table"
  echo "$shown of $wanted tests have results"
  exit 1
fi
