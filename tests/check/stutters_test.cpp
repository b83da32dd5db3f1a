// Loops of every kind that wait: they need no bound, and show what the same loops show that are cut after
// more rounds than the spin loops have.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>

#include "cat/library.h"
#include "check/check.h"
#include "check/check_options.h"
#include "check/prepare/preparation.h"
#include "engine/engine.h"
#include "frontend/litmus.h"

namespace hrfcheck::test::waits {
namespace {

Verdict verdictOf(Engine& engine, const std::string& text, const std::string& name, Rules rules,
                  unsigned unroll) {
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const Model model = library.load(name);
  const auto program = parseLitmus(std::make_shared<const Source>("t.litmus", text));
  const CheckOptions options = checkOptions({}, CheckQuestion::Everything, Explaining::No);
  return checkProgram(engine, prepared(program, unroll, model, {}, rules), options);
}

bool isBounded(const Verdict& verdict) {
  return std::ranges::any_of(verdict.analysis.incidents,
                             [](const Incident& i) { return i.kind == IncidentKind::BoundReached; });
}

/// Both engines decide it, and as it is decided where rounds are counted, as far as that goes.
void decided(const std::string& text, const std::vector<std::string>& models, Holding holding, bool racy) {
  for (const std::string& model : models) {
    CAPTURE(text);
    CAPTURE(model);
    for (const auto& engine : {makeExplicitEngine(), makeSmtEngine()}) {
      const Verdict verdict = verdictOf(*engine, text, model, Rules::Licensed, 2);
      CHECK_FALSE(isBounded(verdict));
      CHECK(verdict.holding == holding);
      CHECK(verdict.racy == racy);
    }
  }
}

/// P1 waits for the flag that P0 sets, and reads what P0 wrote before.
std::string waiting(const std::string& loop, const std::string& set = "store_explicit(f, 1, ") {
  return fmt::format(
      "OPENCL t\n{{ f = 0; x = 0; }}\n"
      "P0@wg 0, dev 0 (global atomic_int* f, global int* x) {{\n  *x = 1;\n"
      "  atomic_{}memory_order_release, memory_scope_device);\n}}\n"
      "P1@wg 1, dev 0 (global atomic_int* f, global int* x) {{\n  int r = 0; int v = 0; unsigned n = 0;\n"
      "  unsigned d = 1; unsigned i = 0;\n  {}\n  r = *x;\n}}\nforall (1:r = 1)\n",
      set, loop);
}

const std::string kLoad = "atomic_load_explicit(f, memory_order_acquire, memory_scope_device)";

std::string asked(const std::string& function, const std::string& arguments) {
  return fmt::format("atomic_{}_explicit(f, {}, memory_order_acquire, memory_scope_device)", function,
                     arguments);
}

/// Two threads count in a critical section.
std::string counting(const std::string& code, const std::string& result) {
  std::string text = "OPENCL t\n{ l = 0; x = 0; }\n";
  for (const int t : {0, 1}) {
    text += fmt::format(
        "P{0}@wg {0}, dev 0 (global atomic_int* l, global int* x) {{ int v = 0; int k = 0; {1} }}\n", t,
        code);
  }
  return text + "forall (" + result + ")\n";
}

const std::string kExchange = "atomic_exchange_explicit(l, 1, memory_order_acquire, memory_scope_device)";
const std::string kInside =
    "*x = *x + 1; atomic_store_explicit(l, 0, memory_order_release, memory_scope_device); ";

const std::vector<std::string> kModels{"hrf-indirect-relaxed", "hsa", "rsp", "opencl"};
const std::vector<std::string> kWithDeletion{"hrf-indirect-relaxed", "hsa", "rsp"};

}  // namespace

TEST_CASE("counters and delays that nobody looks at do not count as rounds that differ") {
  for (const std::string round :
       {"n++;", "if (n < 9) n++;", "n = n + 1; if (n > 16) n = 0;", "if (d < 256) d *= 2;",
        "for (i = 0; i < d; i++) { } if (d < 256) d *= 2;", "int k = 1; if (k < 4) k *= 2;"}) {
    decided(waiting(fmt::format("while ({} == 0) {{ {} }}", kLoad, round)), kModels, Holding::Holds, false);
  }
}

TEST_CASE("a flag may be asked for by an update that changes nothing") {
  for (const auto& [function, arguments] : {std::pair{"fetch_add", "0"},
                                            {"fetch_sub", "0"},
                                            {"fetch_or", "0"},
                                            {"fetch_xor", "0"},
                                            {"fetch_and", "-1"},
                                            {"fetch_max", "0"}}) {
    const std::string loop = fmt::format("while ({} == 0) {{ }}", asked(function, arguments));
    decided(waiting(loop), kModels, Holding::Holds, false);
    decided(waiting(loop, "fetch_add_explicit(f, 1, "), kModels, Holding::Holds, false);
    decided(waiting(loop, "exchange_explicit(f, 1, "), kModels, Holding::Holds, false);
  }
}

TEST_CASE("locks that are tried once before the loop, or taken more than once") {
  decided(counting(fmt::format("v = {0}; while (v != 0) {{ v = {0}; }} {1}", kExchange, kInside), "x = 2"),
          kModels, Holding::Holds, false);
  decided(counting(fmt::format("for (k = 0; k < 2; k++) {{ while ({} != 0) {{ }} {}}}", kExchange, kInside),
                   "x = 4"),
          kWithDeletion, Holding::Holds, false);
}

TEST_CASE("a result that may not fit, or that is observed, is no delay") {
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  for (const std::string& text : {waiting(fmt::format("int s = 0; while ({} == 0) s++;", kLoad)),
                                  waiting(fmt::format("int s = 1; while ({} == 0) s *= 2;", kLoad))}) {
    CHECK(isBounded(verdictOf(*makeExplicitEngine(), text, "sc", Rules::Licensed, 2)));
  }
  std::string counted = waiting(fmt::format("while ({} == 0) n++;", kLoad));
  counted.replace(counted.find("forall"), std::string::npos, "exists (1:n = 1)\n");
  const Verdict verdict = verdictOf(*makeExplicitEngine(), counted, "sc", Rules::Licensed, 2);
  CHECK(isBounded(verdict));
  CHECK(verdict.holding == Holding::Holds);
}

}  // namespace hrfcheck::test::waits
