#!/bin/sh
# Tests of litmus/amdgpu as HIP programs are read by clang, for the device and for the host, without a warning. HIP's
# runtime is what tests/observe/fake_hip has of it: there is nothing to run.
set -eu
hrfcheck=$1
source=$2
clang=
for name in clang++-19 clang++-16 clang++; do
  if command -v "$name" >/dev/null && "$name" --print-targets 2>/dev/null | grep -q amdgcn; then
    clang=$name
    break
  fi
done
[ -n "$clang" ] || { echo "skipped: no clang for AMD GPUs"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$source"
for test in message-waits syncthreads exchange-fails add-twice fences-seq-cst one-as scope-agent-out sequence store-buffering-seq-cst; do
  "$hrfcheck" observe --backend hip --emit "$work/$test" "litmus/amdgpu/$test.litmus" >/dev/null
  for side in --cuda-device-only --cuda-host-only; do
    "$clang" -x hip --offload-arch=gfx90a -nogpulib -nogpuinc "$side" -fsyntax-only -std=c++17 -Wall -Werror -Wno-unused \
      -I tests/observe/fake_hip -I "$work/$test" "$work/$test/amdgpu-$test.hip"
  done
done
