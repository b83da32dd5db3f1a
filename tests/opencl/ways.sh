#!/bin/sh
# Which way a file of OpenCL C takes: hrfcheck's own reader, or clang where that refuses it; and what is said of it.
#   ways.sh HRFCHECK FOLDER
set -u
program="$1" folder="$2"
if ! command -v clang-19 >/dev/null; then
  echo "skipped: no clang-19"
  exit 0
fi
status=0
said="$(mktemp)"
trap 'rm -f "$said"' EXIT

# check FILE EXIT [OPTION...]
check() {
  file="$1" expected="$2"
  shift 2
  "$program" check "$folder/$file" -m opencl --expect-conditions "$@" >"$said" 2>&1
  code=$?
  [ "$code" -eq "$expected" ] || wrong "exit status $code, and not $expected"
}
wrong() {
  echo "$file: $1"
  cat "$said"
  status=1
}
says() { grep -q "$1" "$said" || wrong "does not say '$1'"; }
saysNot() { ! grep -q "$1" "$said" || wrong "says '$1'"; }
compiled="is read as clang compiles it"

check average.cl 0
says "$compiled"
says "average.cl:5:.*'float' is not supported"
check average.cl 0 --via llvm
saysNot "$compiled"
check own.cl 0
saysNot "$compiled"
check own.cl 0 --via llvm
check unlaunched.cl 2
says "is not launched"
saysNot "clang"
check wrong.cl 2
[ "$(grep -n "use of undeclared identifier 'y'" "$said" | head -n 1 | cut -d: -f1)" -lt \
  "$(grep -n "'float' is not supported" "$said" | head -n 1 | cut -d: -f1)" ] || wrong "clang's message is not the first"
check specified.cl 0 -D SUM=1
says "specified.cl:4:.*GPUVerify's specifications are ignored: __invariant, __requires, __assert where it is about more than its own thread; __assert is an assertion"
says "·  race-free"
check specified.cl 1 -D SUM=2
says "the assertion fails"
check copied.cl 0
says "·  race-free"
check counted.cl 0 --via llvm -D FURTHER=0
says "it is not specified how large 'to' is: addresses that depend on values read are taken to reach only its first 2 elements"
says "·  race-free"
check counted.cl 3 --via llvm -D FURTHER=1
says "undecided"
check open.cl 3 --via llvm
says "·  RACY"
says "this is with i = 0, j = 1"
exit "$status"
