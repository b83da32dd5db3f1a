// Random programs with narrow integers of both signs, through all engines: conversions on every way into and
// out of memory, atomic arithmetic that wraps around, shifts, operations that are not defined, switches and
// arrays of threads.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdlib>

#include "engine/engine.h"
#include "frontend/litmus.h"
#include "support/findings.h"
#include "support/given.h"
#include "support/model_builder.h"
#include "util/random.h"

namespace hrfcheck::test {
namespace {

class IntegerProgram {
 public:
  explicit IntegerProgram(std::uint64_t seed) : random_(seed), openCl_(random_.chance(30)) {}

  std::string text() {
    for (const char* name : {"x", "y"}) {
      initial_ += fmt::format("{} = {}; ", name, literal());
      parameters_ += fmt::format("{}{}* {}", parameters_.empty() ? "" : ", ", atomicType(), name);
    }
    std::string threads = thread(0) + thread(1);
    return fmt::format("{} t\n{{ {}}}\n{}", openCl_ ? "OPENCL" : "C", initial_, threads);
  }

 private:
  std::string one(const std::vector<const char*>& words) { return words[random_.below(words.size())]; }

  std::string atomicType() {
    return openCl_ ? one({"atomic_int", "atomic_uint", "atomic_ulong"})
                   : one({"atomic_uchar", "atomic_schar", "atomic_ushort", "atomic_short", "atomic_uint",
                          "atomic_int", "atomic_long", "atomic_ulong"});
  }
  std::string type() {
    return openCl_ ? one({"uchar", "char", "ushort", "int", "uint", "long", "ulong", "bool"})
                   : one({"unsigned char", "signed char", "short", "int", "unsigned", "long", "_Bool"});
  }
  std::string literal() {
    return one({"0", "1", "2", "3", "127", "128", "255", "65535", "-1", "-2", "2147483647", "4294967295"});
  }
  std::string order() { return one({"memory_order_relaxed", "memory_order_seq_cst"}); }
  std::string cell() { return one({"x", "y"}); }
  std::string reg() { return one({"a", "b", "c"}); }

  std::string expression(int depth) {
    if (depth == 0) {
      return random_.chance(60) ? reg() : literal();
    }
    const std::string left = expression(depth - 1);
    const std::string right = expression(depth - 1);
    switch (random_.below(8)) {
      case 0:
        return fmt::format("({})({})", type(), left);
      case 1:
        return fmt::format("({} {} {})", left, one({"<<", ">>"}), one({"1", "3", "7", "a"}));
      case 2:
        return fmt::format("({} {} {})", left, one({"&&", "||"}), right);
      case 3:
        return fmt::format("({} ? {} : {})", reg(), left, right);
      case 4:
        return fmt::format("({} {} {})", left, one({"<", "<=", "==", "!=", ">"}), right);
      case 5:
        return fmt::format("({}({}))", one({"-", "~", "!"}), left);
      default:
        return fmt::format("({} {} {})", left, one({"+", "-", "*", "/", "%", "&", "|", "^", "+", "-"}),
                           right);
    }
  }

  std::string statement(int depth) {
    const std::string value = expression(static_cast<int>(random_.below(3)));
    switch (random_.below(depth > 0 ? 13 : 10)) {
      case 0:
        return fmt::format("{} = atomic_load_explicit({}, {});", reg(), cell(), order());
      case 1:
        return fmt::format("atomic_store_explicit({}, {}, {});", cell(), value, order());
      case 2:
      case 3:
      case 4:
        return fmt::format("{} = atomic_fetch_{}_explicit({}, {}, {});", reg(),
                           one({"add", "sub", "add", "and", "or", "xor", "min", "max"}), cell(), value,
                           order());
      case 5:
        return fmt::format(
            "{} = atomic_compare_exchange_strong_explicit({}, {}, {}, {}, memory_order_relaxed);", reg(),
            cell(), random_.chance(50) ? "&" + reg() : literal(), value, order());
      case 6:
        return fmt::format("{}{} {}= {};", random_.chance(30) ? "*" : "", random_.chance(30) ? cell() : reg(),
                           one({"", "+", "-", "^"}), value);
      case 7:
        return fmt::format("{}++;", reg());
      case 8:
        return fmt::format("m[{}] {}= {};", random_.chance(80) ? reg() + " & 1" : reg(), one({"", "+"}),
                           value);
      case 9:
        return fmt::format("{} = m[{}];", reg(), random_.chance(80) ? reg() + " & 1" : reg());
      case 10:
        return fmt::format("if ({}) {{ {} }} else {{ {} }}", value, statement(0), statement(0));
      case 11:
        return fmt::format("switch ({}) {{ case 0: {} {} case 255: {} break; default: {} }}", reg(),
                           statement(0), random_.chance(50) ? "break;" : "", statement(0), statement(0));
      default:
        return fmt::format("assert({});", value);
    }
  }

  std::string thread(int number) {
    std::string body = fmt::format("{} m[2] = {{{}, {}}}; ", type(), literal(), literal());
    for (const char* name : {"a", "b", "c"}) {
      body += fmt::format("{} {} = {}; ", type(), name, literal());
    }
    const std::size_t length = 1 + random_.below(3);
    for (std::size_t i = 0; i < length; ++i) {
      body += statement(1) + " ";
    }
    return fmt::format("P{} ({}) {{ {}}}\n", number, parameters_, body);
  }

  Random random_;
  bool openCl_;
  std::string initial_;
  std::string parameters_;
};

/// Nothing if there are too many values to enumerate, or `*x` of a name that is not a pointer.
std::shared_ptr<const EventStructure> integerEventStructure(const std::string& text) {
  try {
    return std::make_shared<const EventStructure>(
        parseLitmus(std::make_shared<const Source>("t.litmus", text)), 2);
  } catch (const UserError&) {
    return nullptr;
  }
}

TEST_CASE("all engines compute with narrow integers alike") {
  const auto smt = makeSmtEngine();
  const Model model = scModel();
  const char* wanted = std::getenv("HRFCHECK_RANDOM_PROGRAMS");
  const std::uint64_t count = wanted != nullptr ? std::stoull(wanted) : 600;
  std::size_t incidents = 0;
  std::size_t compared = 0;
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    const std::string text = IntegerProgram(seed).text();
    CAPTURE(seed);
    CAPTURE(text);
    const auto structure = integerEventStructure(text);
    if (structure == nullptr) {
      continue;
    }
    AnalysisOptions limited;
    limited.candidateLimit = 5000;
    const Analysis searched = makeExplicitEngine()->analyse(given(structure, model), limited);
    const Analysis solved = smt->analyse(given(structure, model), {});
    const Analysis reference = makeReferenceEngine()->analyse(given(structure, model), limited);
    REQUIRE(!solved.undecided);
    if (searched.undecided || reference.undecided) {
      continue;
    }
    CHECK(findingsOf(reference) == findingsOf(searched));
    CHECK(findingsOf(solved) == findingsOf(searched));
    incidents += searched.incidents.size();
    ++compared;
  }
  MESSAGE(compared, " compared, ", incidents, " incidents");
  CHECK(compared > count / 2);
  CHECK(incidents > count / 20);
}

}  // namespace
}  // namespace hrfcheck::test
