#!/bin/sh
# suites.sh HRFCHECK SOURCE NAME OPTIONS...: the minimal suite that `hrfcheck synth OPTIONS` makes has the tests, by name,
# and the answers of litmus/synth/NAME.log, which is the logs of its tests one after the other; and a batch of it meets them.
# A suite that changes on purpose is recorded anew:
#   hrfcheck synth --keep 1000 OPTIONS -o suite && LC_ALL=C sh -c 'cat suite/expected/*.log' >litmus/synth/NAME.log
set -eu
hrfcheck=$1
recorded=$2/litmus/synth/$3.log
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$hrfcheck" synth --keep 1000 "$@" -o "$work/suite" >/dev/null
LC_ALL=C sh -c 'cat "$1"/*.log' sh "$work/suite/expected" >"$work/log"
diff "$recorded" "$work/log"
rm -rf "$work/suite/expected"
"$hrfcheck" batch "$work/suite" --expect "$recorded" --table problems --fail-on unjudged --fail-on undecided
