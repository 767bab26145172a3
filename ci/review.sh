#!/bin/sh
# For any other server: check a lab, build its site, and compare it with a commit.
#
#   ci/review.sh BASE OUTPUT [LAB]
#
# Writes OUTPUT/site/, OUTPUT/review.md, review.html and review.json, OUTPUT/findings.xml (JUnit). The
# exit code is 1 if 'sitegen check' finds something wrong, 2 if the lab or BASE cannot be read.
set -eu

base=$1
output=$2
lab=${3:-.}
mkdir -p "$output"

sitegen --project "$lab" build --preview --output "$output/site"
failed=0
for form in md html json; do
  sitegen --project "$lab" diff --exit-zero --format "$form" -- "$base" > "$output/review.$form" \
    || failed=$?
done
sitegen --project "$lab" check --format junit > "$output/findings.xml" || true
sitegen --project "$lab" check || exit
exit "$failed"
