#include "cli/batch_support.h"

#include <doctest/doctest.h>

#include <regex>
#include <sstream>

namespace hrfcheck::test {

std::vector<nlohmann::json> linesOf(const std::string& path) {
  std::vector<nlohmann::json> lines;
  std::istringstream in(contents(path));
  for (std::string line; std::getline(in, line);) {
    lines.push_back(nlohmann::json::parse(line));
  }
  return lines;
}

std::vector<nlohmann::json> rowsOf(const std::string& path) {
  std::vector<nlohmann::json> lines = linesOf(path);
  REQUIRE(lines.size() >= 2);
  REQUIRE(lines.back().contains("complete"));
  CHECK(lines.back()["rows"] == lines.size() - 2);
  return {lines.begin() + 1, lines.end() - 1};
}

std::string withoutTimes(const std::string& path) {
  static const std::regex time("(\"seconds\":|time=\")[-+.e0-9]+");
  return std::regex_replace(contents(path), time, "$010");
}

std::string withoutRun(const std::string& page) {
  const std::size_t begin = page.find("<dl class=\"run\">");
  const std::size_t end = page.find("</dl>", begin);
  REQUIRE(end != std::string::npos);
  return page.substr(0, begin) + page.substr(end);
}

std::string messagePassing(const std::string& name, const std::string& scope) {
  return "HSA " + name + "\n{ x=0; f=0; }\n P0@wg 0 | P1@wg 0 ;\n st x, 1 | ld.acq." + scope +
         " r0, f ;\n st.rel." + scope +
         " f, 1 | bne r0, 1, END ;\n | ld r1, x ;\n | END: ;\n"
         "exists (1:r0=1 /\\ 1:r1=0)\n";
}

namespace {

/// Threads that take turns in storing to and loading from one location.
std::string crowd(const std::string& name, int threads, int accesses) {
  std::string text = "HSA " + name + "\n{ x=0; }\n";
  for (int t = 0; t < threads; ++t) {
    text += (t == 0 ? " P" : " | P") + std::to_string(t);
  }
  text += " ;\n";
  for (int i = 0; i < accesses; ++i) {
    for (int t = 0; t < threads; ++t) {
      const std::string value = std::to_string(t * accesses + i + 1);
      text += (t == 0 ? " " : " | ") +
              (i % 2 == 0 ? "st.rlx.sys x, " + value : "ld.rlx.sys r" + std::to_string(i) + ", x");
    }
    text += " ;\n";
  }
  return text + "exists (0:r1=1)\n";
}

}  // namespace

std::string endlessTest(const std::string& name) {
  return crowd(name, 5, 4);
}

std::string moderateTest(const std::string& name) {
  return crowd(name, 5, 2);
}

}  // namespace hrfcheck::test
