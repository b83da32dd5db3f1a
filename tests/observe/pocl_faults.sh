#!/bin/sh
# Faults of a device, on PoCL: a kernel that never ends, and a device that is lost in the middle of a run. The program
# ends by itself, and what it has counted before is kept. Skipped (77) where PoCL or its headers are not installed.
set -eu
hrfcheck=$1
source=$2
for needed in /etc/OpenCL/vendors/pocl.icd /usr/include/CL/cl.h; do
  if [ ! -e "$needed" ]; then
    echo "skipped: no $needed"
    exit 77
  fi
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$source"
export HRF_BUILD_OPTIONS=-cl-opt-disable POCL_CACHE_DIR="$work/cache"
"$hrfcheck" observe --backend opencl --emit "$work/campaign" litmus/observe/mp-gpu.litmus >/dev/null
cd "$work/campaign"

# run PROGRAM OPTIONS...: ends with status 3, and writes results.
run() {
  program=$1
  shift
  status=0
  timeout -k 5 60 "$@" "./$program" --seconds 30 --launch-seconds 2 --output results 2>errors || status=$?
  if [ "$status" -ne 3 ]; then
    cat results errors
    echo "$program: exit status $status, and 3 was expected"
    exit 1
  fi
}
says() {
  grep -q "$1" "$2" || { cat "$2"; echo "nothing says: $1"; exit 1; }
}
report() {
  status=0
  (cd "$source" && "$hrfcheck" observe --results "$work/campaign/results" litmus/observe/mp-gpu.litmus) >report || status=$?
  [ "$status" -eq "$1" ] || { cat report; echo "--results: exit status $status, and $1 was expected"; exit 1; }
}

# The first thread waits for a value that nobody stores.
cc -O1 -o lost mp-gpu.c -lOpenCL
sed 's/int out\[HRF_RESULTS + 2\];/while (*(volatile global int*)memory != 12345) {} &/' mp-gpu.c >hangs.c
if cmp -s mp-gpu.c hangs.c; then
  echo "the code of a role is not where it was"
  exit 1
fi
cc -O1 -o hangs hangs.c -lOpenCL
run hangs env
says 'failed a launch did not end within the time limit' results
report 3
says 'did not run: a launch did not end within the time limit' report

# The 40th kernel is refused.
cat >shim.c <<'END'
#define _GNU_SOURCE
#define CL_TARGET_OPENCL_VERSION 200
#include <CL/cl.h>
#include <dlfcn.h>
cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t* offset,
                              const size_t* global, const size_t* local, cl_uint count, const cl_event* events,
                              cl_event* event) {
  static int calls;
  cl_int (*next)(cl_command_queue, cl_kernel, cl_uint, const size_t*, const size_t*, const size_t*, cl_uint,
                 const cl_event*, cl_event*);
  *(void**)&next = dlsym(RTLD_NEXT, "clEnqueueNDRangeKernel");
  return ++calls >= 40 ? CL_OUT_OF_RESOURCES
                       : next(queue, kernel, dimensions, offset, global, local, count, events, event);
}
END
cc -shared -fPIC -o shim.so shim.c -ldl
run lost env LD_PRELOAD=./shim.so
says '^failed cannot launch: OpenCL error -5' results
report 3
says 'PARTIAL: cannot launch: OpenCL error -5; what was seen before is shown' report
says '^  [1-9][0-9,]* instances in' report
