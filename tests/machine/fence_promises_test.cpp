// Random programs with fences and barriers: on the corrected machines, those that are race-free under their
// models end in what the models allow.

#include <doctest/doctest.h>

#include "cat/library.h"
#include "check/auto_engine.h"
#include "check/promise/judgement.h"
#include "check/promise/observe_everything.h"
#include "machine_support.h"
#include "support/litmus_columns.h"
#include "util/random.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

/// Threads that write, publish by a fence and a relaxed store or by a barrier, wait for others' flags, and
/// read.
class FencePrograms {
 public:
  explicit FencePrograms(std::uint64_t seed) : random_(seed) {}

  std::string next() {
    const std::size_t threads = 2 + random_.below(2);
    const bool meets = random_.below(3) == 0;
    meeting_ = "barrier" + pick({".wg", ".cmp", ".cmp", ".sys"});
    std::vector<std::vector<std::string>> columns;
    for (std::size_t t = 0; t < threads; ++t) {
      columns.push_back(column(t, meets));
    }
    return "HSA Random\n{ x=0; y=0; L=0; M=0; }\n" + litmusRows(columns) + "exists (true)\n";
  }

 private:
  std::string pick(const std::vector<std::string>& words) { return words[random_.below(words.size())]; }
  std::string scope() { return pick({".wg", ".cmp", ".cmp", ".sys"}); }

  std::vector<std::string> column(std::size_t t, bool meets) {
    const std::size_t group = t == 0 ? 0 : random_.below(2);
    std::vector<std::string> code = {"P" + std::to_string(t) + "@wg " + std::to_string(group)};
    const std::string flag = t == 0 ? "L" : pick({"L", "M"});
    if (t > 0 && random_.below(4) != 0) {
      code.push_back("ld.rlx" + scope() + " r0, L");
      code.push_back("fence" + pick({".acq", ".acq", ".ar", ".sc", ".rel"}) + scope());
      if (!meets) {
        code.push_back("beq r0, 0, END" + std::to_string(t));
      }
    }
    code.push_back(data("r1"));
    if (meets) {
      code.push_back(meeting_);
      code.push_back(data("r2"));
    }
    if (random_.below(4) != 0) {
      code.push_back("fence" + pick({".rel", ".rel", ".ar", ".sc", ".acq"}) + scope());
      code.push_back("st.rlx" + scope() + " " + flag + ", " + std::to_string(t + 1));
    }
    code.push_back("END" + std::to_string(t) + ": nop");
    return code;
  }

  std::string data(const std::string& reg) {
    const std::string location = pick({"x", "x", "y"});
    return random_.below(2) == 0 ? "st " + location + ", " + std::to_string(1 + random_.below(2))
                                 : "ld " + reg + ", " + location;
  }

  Random random_;
  std::string meeting_;
};

struct Tally {
  std::size_t kept = 0, nothing = 0, leftModel = 0;
};

/// Asks a model what it promises of random programs, and a machine what it does.
class Comparison {
 public:
  explicit Comparison(const std::string& model)
      : library_({std::string(HRFCHECK_SOURCE_DIR) + "/models"}),
        model_(library_.load(model)),
        engine_(makeAutoEngine()) {}

  Judgement judgementOf(const std::shared_ptr<const Program>& program, const Setting& setting) {
    SimulationOptions options = setting.options();
    if (setting.machine.ends_with(".machine")) {
      const DescribedMachine machine =
          describedMachine(readSource(std::string(HRFCHECK_SOURCE_DIR) + "/machines/" + setting.machine));
      options.machine = machine.name;
      options.described = machine.kind;
    }
    Preparation preparation(program, 1);
    Promise promise = promiseOfOutcomes(*engine_, preparation, model_, nullptr, {});
    options.traces = false;
    const Simulation simulation = Simulator(program, options).explore();
    SeenOutcomes seen{{}, simulation.deadlock.has_value(), simulation.incomplete};
    for (const ReachedOutcome& outcome : simulation.outcomes) {
      seen.states.push_back(outcome.values);
    }
    return judge(std::move(promise), seen);
  }

  Tally over(std::uint64_t seed, std::size_t programs, const Setting& setting) {
    FencePrograms random(seed);
    Tally tally;
    for (std::size_t i = 0; i < programs; ++i) {
      const std::string text = random.next();
      const Judgement judgement = judgementOf(observingEverything(*programOf(text)), setting);
      CAPTURE(text);
      CAPTURE(setting.machine);
      REQUIRE(judgement.answer != Judgement::Answer::Undecided);
      if (setting.without.empty()) {
        CHECK(judgement.answer != Judgement::Answer::Broken);
      }
      tally.kept += judgement.answer == Judgement::Answer::Kept ? 1 : 0;
      tally.nothing += judgement.answer == Judgement::Answer::NothingPromised ? 1 : 0;
      tally.leftModel += judgement.answer == Judgement::Answer::Broken ? 1 : 0;
    }
    return tally;
  }

 private:
  ModelLibrary library_;
  Model model_;
  std::unique_ptr<Engine> engine_;
};

}  // namespace

TEST_CASE("Fences and barriers keep what models promise: random programs") {
  Comparison scoped("hrf-indirect-relaxed"), inclusive("rsp-incl");
  for (const Hierarchy hierarchy : {Hierarchy::H2, Hierarchy::H3}) {
    const Tally qr = scoped.over(3, 80, {"qr-fix", Environment::Full, hierarchy});
    CHECK(qr.kept >= 15);
    CHECK(qr.nothing >= 15);
    CHECK(inclusive.over(4, 40, {"rsp-fix", Environment::Full, hierarchy}).kept >= 5);
    CHECK(inclusive.over(5, 40, {"rsp-fix2", Environment::Evict, hierarchy}).kept >= 5);
  }
}

TEST_CASE("Fences and barriers keep what models promise on the example machines: random programs") {
  Comparison scoped("hrf-indirect-relaxed"), drf("drf0");
  CHECK(scoped.over(13, 60, {"hrfr-orders.machine", Environment::Full}).kept >= 10);
  CHECK(scoped.over(14, 60, {"write-through.machine", Environment::Full}).kept >= 10);
  CHECK(drf.over(15, 60, {"denovo.machine", Environment::Full}).kept >= 10);
}

TEST_CASE("Fences and barriers keep what models promise: many random programs" * doctest::skip()) {
  Comparison scoped("hrf-indirect-relaxed"), inclusive("rsp-incl");
  for (const Hierarchy hierarchy : {Hierarchy::H2, Hierarchy::H3}) {
    const Tally qr = scoped.over(6, 2000, {"qr-fix", Environment::Full, hierarchy});
    const Tally rsp = inclusive.over(7, 2000, {"rsp-fix", Environment::Full, hierarchy});
    scoped.over(8, 1000, {"hrfr-orders.machine", Environment::Full, hierarchy});
    MESSAGE("kept " << qr.kept << " and " << rsp.kept << ", nothing promised " << qr.nothing << " and "
                    << rsp.nothing);
  }
}

TEST_CASE("Without the rule that keeps dirty lines, fences lose writes, and the comparison sees it") {
  Comparison scoped("hrf-indirect-relaxed");
  CHECK(scoped.over(3, 80, {"qr-fix", Environment::Full, Hierarchy::H2, {"keep-dirty"}}).leftModel > 0);
}
