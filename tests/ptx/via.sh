#!/bin/sh
# Each test of the .cu files of kernels/, as its author wrote it and as clang compiled it (--via clang): the same
# number of final states, answers, and lines that race. Where a compiled test is another question, or not answered yet, it stands in a
# list, with the reason.
#   via.sh HRFCHECK LIST SOURCE_DIR
set -u
program="$1" list="$2" sources="$3"
if ! command -v clang-16 >/dev/null; then
  echo "skipped: no clang-16"
  exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# What both models that CUDA C++ is judged by answer about a test, without how many executions there are.
verdict() {
  "$program" check --format herd --timeout 60 "$@" 2>"$folder/said" |
    grep -E '^(Test|States|Flag|Condition|Observation)' | sed 's/^\(Observation.*\) [0-9]* [0-9]*$/\1/'
  "$program" check --format json --timeout 60 "$@" 2>/dev/null |
    tr -d '\n ' | grep -o '"lines":\[[0-9,]*\]' | sort -u
}

status=0
compared=0
for kernel in "$sources"/kernels/*.cu "$sources"/kernels/language/*.cu "$sources"/kernels/wild/*.cu; do
  file=$(basename "$kernel")
  names=$(sed -n 's/^\/\/# test //p' "$kernel")
  for test in ${names:-$file}; do
    if grep -q "^$file $test\( \|\$\)" "$list"; then
      continue
    fi
    path="$kernel"
    [ "$test" = "$file" ] || path="$kernel:$test"
    verdict "$path" >"$folder/one"
    verdict --via clang "$path" >"$folder/other"
    compared=$((compared + 1))
    if ! grep -q '^Observation' "$folder/other" || ! cmp -s "$folder/one" "$folder/other"; then
      echo "$file $test differs (< as written, > as compiled):"
      diff "$folder/one" "$folder/other"
      cat "$folder/said"
      status=1
    fi
  done
done
echo "$compared tests"
exit "$status"
