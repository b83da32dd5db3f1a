#include "report/html/source_marks.h"

#include <doctest/doctest.h>

using namespace hrfcheck;

namespace {

/// Of one finding at one place of a text.
std::vector<SourceMark> marksAt(const std::string& text, const FoundAt& place) {
  ResultRow row;
  row.texts = {{"f", text}};
  row.findings = {{"fault", "", {place}}};
  return sourceMarks(row, 9);
}

}  // namespace

TEST_CASE("places become parts of the text, in the units of scripts") {
  CHECK(marksAt("ab\ncd\n", {"f", 2, 1, 2}) == std::vector<SourceMark>{{0, 0, 3, 2}});
  CHECK(marksAt("ö\U0001F600\nx", {"f", 2, 1, 1}) == std::vector<SourceMark>{{0, 0, 4, 1}});
  CHECK(marksAt("ab\ncd\n", {"f", 1}) == std::vector<SourceMark>{{0, 0, 0, 2}});
}

TEST_CASE("places outside of the text have no mark") {
  CHECK(marksAt("ab\n", {"f", 0}).empty());
  CHECK(marksAt("ab\n", {"f", 2, 1, 3}).empty());
  CHECK(marksAt("ab\n", {"f", 9, 1, 1}).empty());
  CHECK(marksAt("ab\n", {"f", 1, 2, 99}).empty());
  CHECK(marksAt("ab\n", {"g", 1, 1, 1}).empty());
  ResultRow row;
  row.texts = {{"f", "ab"}};
  row.findings = {{"fault", "", {{"f", 1}}}, {"fault", "", {{"f", 1}}}};
  CHECK(sourceMarks(row, 1).size() == 1);
}
