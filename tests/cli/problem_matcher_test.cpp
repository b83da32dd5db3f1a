// The problem matcher of .github, as GitHub's runner applies it: each pattern to a line, several patterns to
// lines that follow each other, the last one again and again where it loops.

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

#include "cli/process.h"
#include "util/text.h"

using namespace hrfcheck;
using namespace hrfcheck::test;
using Json = nlohmann::json;

namespace {

/// What is shown beside a file.
struct Annotation {
  std::string file, line, column, severity, message;

  friend bool operator==(const Annotation&, const Annotation&) = default;
};

class Matcher {
 public:
  explicit Matcher(const Json& matcher) : patterns_(matcher["pattern"]) {
    for (const Json& pattern : patterns_) {
      expressions_.emplace_back(pattern["regexp"].get<std::string>());
    }
  }

  void line(const std::string& text, std::vector<Annotation>& found) {
    std::smatch groups;
    if (!std::regex_match(text, groups, expressions_[at_])) {
      const bool again = at_ > 0;
      at_ = 0;
      current_ = {};
      if (again) {
        line(text, found);
      }
      return;
    }
    const Json& pattern = patterns_[at_];
    const auto take = [&](const char* name, std::string& into) {
      if (pattern.contains(name)) {
        into = groups[pattern[name].get<std::size_t>()].str();
      }
    };
    take("file", current_.file);
    take("line", current_.line);
    take("column", current_.column);
    take("severity", current_.severity);
    take("message", current_.message);
    if (at_ + 1 < expressions_.size()) {
      ++at_;
      return;
    }
    found.push_back(current_);
    if (!pattern.value("loop", false)) {
      at_ = 0;
      current_ = {};
    }
  }

 private:
  Json patterns_;
  std::vector<std::regex> expressions_;
  std::size_t at_ = 0;
  Annotation current_;
};

std::vector<Annotation> annotations(const std::string& output) {
  const Json file =
      Json::parse(contents(std::string(HRFCHECK_SOURCE_DIR) + "/.github/hrfcheck-matcher.json"));
  std::vector<Annotation> found;
  for (const Json& one : file["problemMatcher"]) {
    Matcher matcher(one);
    for (const std::string_view line : linesOf(output)) {
      matcher.line(std::string(line), found);
    }
  }
  return found;
}

constexpr const char* kRacy = R"(HSA T
{ x=0; }
 P0@wg 0 | P1@wg 1  ;
 st x, 1 | ld r0, x ;
exists (1:r0=1)
)";
constexpr const char* kWrong = "HSA T\n{ x=0; }\n P0@wg 0 ;\n sx x, 1 ;\n";
constexpr const char* kUnmet = "HSA T\n{ x=0; }\n P0@wg 0 ;\n st x, 1 ;\n~exists (x=1)\n";

/// What a command prints in a folder with these three tests, where others than people look on.
std::string outputOf(const std::string& arguments) {
  const Scratch scratch;
  scratch.file("racy.litmus", kRacy);
  scratch.file("wrong.litmus", kWrong);
  scratch.file("unmet.litmus", kUnmet);
  const Finished run = runShell("cd '" + scratch.path("") + "' && \"$HRFCHECK\" " + arguments + " 2>&1");
  return run.out;
}

}  // namespace

TEST_CASE("problem matcher: each problem of a batch is shown once, at its file, a mistake at its place") {
  const std::vector<Annotation> found = annotations(
      outputOf("batch . -m hrf-direct --table problems --details --fail-on racy --skip-unlaunched"));
  CHECK(found == std::vector<Annotation>{{"wrong.litmus", "4", "2", "", "unknown instruction 'sx'"},
                                         {"racy.litmus", "", "", "", "hrf-direct: racy: line 4"},
                                         {"unmet.litmus", "", "", "",
                                          "hrf-direct: condition: ~exists ([x]=1) does not hold: Always"}});
}

TEST_CASE("problem matcher: check's errors are shown at their places, and races at their files") {
  const std::vector<Annotation> found = annotations(outputOf("check -m hrf-direct racy.litmus wrong.litmus"));
  CHECK(found ==
        std::vector<Annotation>{{"wrong.litmus", "4", "2", "error", "unknown instruction 'sx'"},
                                {"racy.litmus", "", "", "", "hrf-direct  ·  RACY: any outcome is possible"}});
}

TEST_CASE("problem matcher: nothing is shown where there is no problem") {
  const Scratch scratch;
  scratch.file("fine.litmus", "HSA T\n{ x=0; }\n P0@wg 0 ;\n st x, 1 ;\nexists (x=1)\n");
  for (const char* arguments :
       {"batch . -m hrf-direct --table problems --details", "check -m hrf-direct fine.litmus"}) {
    const Finished run =
        runShell("cd '" + scratch.path("") + "' && \"$HRFCHECK\" " + std::string(arguments) + " 2>&1");
    CHECK(run.status == 0);
    CHECK(annotations(run.out).empty());
  }
}
