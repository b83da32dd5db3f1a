// Arithmetic on integers of C, against what the C compiler of the machine computes: thousands of random
// expressions over variables of all types, in one file.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "frontend/litmus.h"
#include "program/agents/code_runner.h"
#include "support/temp_folder.h"
#include "util/random.h"

namespace hrfcheck::test {
namespace {

constexpr auto kTypes = std::to_array<const char*>({"signed char", "unsigned char", "short", "unsigned short",
                                                    "int", "unsigned", "long", "unsigned long", "_Bool"});
/// `a` is a signed char, `b` an unsigned char, and so on.
constexpr const char* kNames = "abcdefghi";

class RandomExpressions {
 public:
  explicit RandomExpressions(std::uint64_t seed) : random_(seed) {}

  /// `signed char a = -3; ...`
  std::string declarations() {
    std::string text;
    for (std::size_t i = 0; i < kTypes.size(); ++i) {
      text += fmt::format("{} {} = {}; ", kTypes[i], kNames[i], literal());
    }
    return text;
  }

  std::string expression(int depth) {
    if (depth == 0) {
      return random_.chance(60) ? std::string(1, kNames[random_.below(kTypes.size())]) : literal();
    }
    const auto inner = [&] { return expression(depth - 1); };
    switch (random_.below(10)) {
      case 0:
        return fmt::format("({}{})", one({"-", "~", "!", "+"}), fmt::format("({})", inner()));
      case 1:
        return fmt::format("(({})({}))", kTypes[random_.below(kTypes.size())], inner());
      case 2:
        return fmt::format("({} ? {} : {})", inner(), inner(), inner());
      case 3:
        return fmt::format("({} {} {})", inner(), one({"&&", "||"}), inner());
      case 4:
        return fmt::format("({} {} {})", inner(), one({"<<", ">>"}), random_.chance(80) ? count() : inner());
      default:
        return fmt::format("({} {} {})", inner(),
                           one({"+", "-", "*", "/", "%", "&", "|", "^", "<", "<=", ">", ">=", "==", "!="}),
                           inner());
    }
  }

 private:
  std::string one(const std::vector<const char*>& words) { return words[random_.below(words.size())]; }
  std::string count() { return std::to_string(random_.below(34)); }
  std::string literal() {
    return one({"0",
                "1",
                "-1",
                "2",
                "7",
                "-5",
                "100",
                "127",
                "-128",
                "255",
                "256",
                "32767",
                "65535",
                "0x7fffffff",
                "0xffffffff",
                "0x80000000",
                "2147483648",
                "-2147483647",
                "4294967295",
                "1u",
                "3000000000",
                "0xffu",
                "017",
                "1l",
                "5ul",
                "-1l",
                "-1u",
                "0xfffffffful",
                "0x7fffffffffffffff",
                "0xffffffffffffffff"});
  }

  Random random_;
};

/// What the last assignment of a thread without accesses gives; nothing if the code is not defined.
std::optional<Value> ranAlone(const std::string& body) {
  const auto program =
      parseLitmus(std::make_shared<const Source>("t.litmus", "C t\n{ }\nP0 () { " + body + " }\n"));
  const CodeRunner runner(*program, 0, CodeRunner::Fences::Pass);
  LocalState state = runner.start();
  if (runner.next(state).kind != Action::Kind::End) {
    return std::nullopt;
  }
  const auto& names = program->threads[0].registers;
  return state.registers[static_cast<std::size_t>(std::ranges::find(names, "result") - names.begin())];
}

struct Case {
  std::string declarations;
  std::string expression;
  Value ours;
};

std::string cFile(const std::vector<Case>& cases) {
  std::string text = "#include <stdio.h>\n";
  for (std::size_t i = 0; i < cases.size(); ++i) {
    text += fmt::format("static long f{}(void) {{ {} return (long)({}); }}\n", i, cases[i].declarations,
                        cases[i].expression);
  }
  text += "int main(void) {\n";
  for (std::size_t i = 0; i < cases.size(); ++i) {
    text += fmt::format("  printf(\"%ld\\n\", f{}());\n", i);
  }
  return text + "  return 0;\n}\n";
}

bool succeeds(const std::string& command) {
  return std::system(command.c_str()) == 0;  // NOLINT(concurrency-mt-unsafe): a test of one thread
}

TEST_CASE("expressions of C come to what the C compiler computes") {
  if (!succeeds("cc --version > /dev/null 2>&1")) {
    MESSAGE("no C compiler: not compared");
    return;
  }
  constexpr std::uint64_t kCases = 4000;
  std::vector<Case> cases;
  for (std::uint64_t seed = 1; seed <= kCases; ++seed) {
    RandomExpressions random(seed);
    const std::string declarations = random.declarations();
    const std::string expression = random.expression(1 + static_cast<int>(seed % 4));
    CAPTURE(expression);
    const auto ours = ranAlone(fmt::format("{}long result = (long)({});", declarations, expression));
    if (ours) {
      cases.push_back({declarations, expression, *ours});
    }
  }
  CHECK(cases.size() > kCases / 2);  // the others overflow, or divide by zero
  const TempFolder folder;
  const std::string c = folder / "t.c";
  const std::string binary = folder / "t";
  const std::string printed = folder / "t.txt";
  std::ofstream(c) << cFile(cases);
  REQUIRE(succeeds(fmt::format("cc -w -O0 -o '{}' '{}'", binary, c)));
  REQUIRE(succeeds(fmt::format("'{}' > '{}'", binary, printed)));
  std::ifstream in(printed);
  for (const Case& one : cases) {
    Value theirs = 0;
    REQUIRE(static_cast<bool>(in >> theirs));
    CAPTURE(one.declarations);
    CAPTURE(one.expression);
    CHECK(one.ours == theirs);
  }
}

}  // namespace
}  // namespace hrfcheck::test
