#!/bin/sh
# nvcc builds what `observe` writes of every instruction for asynchronous operations: two tests have them all, for devices
# of compute capability 9.0 and 10.0. Skipped (77) without nvcc.
set -eu
hrfcheck=$1
source=$2
command -v nvcc >/dev/null || { echo "skipped: no nvcc"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$source"
for test in async-forms:sm_90 async-forms-100:sm_100; do
  name=${test%:*}
  if ! nvcc --list-gpu-code | grep -q "^${test#*:}\$"; then
    echo "skipped: this nvcc does not know ${test#*:}"
    exit 77
  fi
  "$hrfcheck" observe --backend cuda --emit "$work" "tests/observe/$name.litmus" >/dev/null
  nvcc -O3 -std=c++17 -diag-suppress 177,550 "-arch=${test#*:}" -c -o "$work/$name.o" "$work/$name.cu"
done
