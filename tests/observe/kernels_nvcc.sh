#!/bin/sh
# nvcc builds what `observe` writes around kernels in CUDA C++: templates, variables of the file, dynamic shared memory,
# a cooperative launch, and a file with a main function of its own. Skipped (77) without nvcc or clang.
set -eu
hrfcheck=$1
source=$2
command -v nvcc >/dev/null || { echo "skipped: no nvcc"; exit 77; }
command -v clang-16 >/dev/null || command -v clang-19 >/dev/null || command -v clang >/dev/null ||
  { echo "skipped: no clang"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$source"
mkdir "$work/written"
cat >"$work/written/with-main.cu" <<'CU'
#include <cstdio>

#define STEP 1

__global__ void add(int* sum, int n) { atomicAdd(sum, n + STEP); }

int main() {
  printf("not run\n");
  return 0;
}
//# test with-main
//# launch 2x2
//# init n = 3
//# forall (sum = 20)
CU
"$hrfcheck" observe --backend cuda --emit "$work" kernels/thread-fence-reduction.cu:thread-fence-reduction \
  kernels/tree-reduction.cu:sum-one-block kernels/observe/grid-sync.cu >/dev/null
"$hrfcheck" observe --backend cuda --emit "$work" -D STEP=2 "$work/written/with-main.cu" >/dev/null
grep -q '^#define STEP 2$' "$work/with-main.cu"
for name in thread-fence-reduction sum-one-block grid-sync with-main; do
  nvcc -O3 -std=c++17 -diag-suppress 177,550 -arch=sm_90 -c -o "$work/$name.o" "$work/$name.cu"
done
