#!/bin/sh
# Each test of the .cu files of kernels/, as its author wrote it and as clang compiled it (--via clang): the same
# number of final states, answers, and lines that race, under both models that CUDA C++ is judged by and with both
# engines. Where a compiled test is another question, or not answered yet, it stands in a list, with the reason.
#   via.sh HRFCHECK LIST SOURCE_DIR
set -u
program="$1" list="$2" sources="$3"
if ! command -v clang-16 >/dev/null; then
  echo "skipped: no clang-16"
  exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# What is answered about a test: races, their lines, how many final states there are, and the condition.
verdict() {
  for engine in explicit smt; do
    "$program" check -m ptx -m hrf-indirect-relaxed --engine "$engine" --format json --timeout 300 "$@" 2>"$folder/said" |
      tr -d '\n ' |
      grep -o -e '"model":"[a-z-]*"' -e '"raceStatus":"[a-z-]*"' -e '"observation":"[A-Za-z]*"' -e '"lines":\[[0-9,]*\]' \
        -e '"state":{' |
      awk -v engine="$engine" '/^"model"/ { model = $0; next } { print engine, model, $0 }' | sort | uniq -c |
      sed '/"lines"/s/^ *[0-9]*//'
  done
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
    if ! grep -q '"observation"' "$folder/other" || ! cmp -s "$folder/one" "$folder/other"; then
      echo "$file $test differs (< as written, > as compiled):"
      diff "$folder/one" "$folder/other"
      cat "$folder/said"
      status=1
    fi
  done
done
echo "$compared tests"
exit "$status"
