// How long one test under one model takes, by engine: everything from the structure on (outcomes, races,
// re-checks), on tests of the corpus. Times of two builds are comparable only when taken in one run on one
// machine.
//
//   cmake --preset release -DHRFCHECK_BENCH=ON && cmake --build --preset release --target hrfcheck-bench
//   build/release/bin/hrfcheck-bench

#include <benchmark/benchmark.h>

#include <array>
#include <string>

#include "cat/library.h"
#include "check/prepare/preparation.h"
#include "engine/engine.h"
#include "frontend/litmus.h"

using namespace hrfcheck;

namespace {

/// test8-lock is the one that took herd about three minutes in 2015 (Wickerson et al., companion page).
constexpr std::array kTests{"hrf/t01-mp-wg",   "hrf/t20s-sb-sc",           "hrf/t21-iriw-rlx-tr-fig10",
                            "rsp/fig14-case2", "rsp/r8-lock-three-agents", "rsp-oopsla15/test8-lock"};
constexpr std::array kModels{"sc", "hrf-direct", "hrf-indirect-relaxed", "rsp", "hsa", "opencl-rsp"};

void analyse(benchmark::State& state, const std::string& test, const std::string& modelName, bool smt) {
  const std::string root = HRFCHECK_SOURCE_DIR;
  const auto program = parseLitmus(readSource(root + "/litmus/" + test + ".litmus"));
  const Model model = ModelLibrary({root + "/models"}).load(modelName);
  const auto engine = smt ? makeSmtEngine() : makeExplicitEngine();
  std::size_t outcomes = 0;
  for ([[maybe_unused]] auto _ : state) {
    outcomes = engine->analyse(prepared(program, 4, model), {}).outcomes.size();
    benchmark::DoNotOptimize(outcomes);
  }
  state.counters["outcomes"] = static_cast<double>(outcomes);
}

}  // namespace

int main(int argc, char** argv) {
  for (const std::string test : kTests) {
    for (const std::string model : kModels) {
      for (const bool smt : {false, true}) {
        const std::string name = (smt ? "smt/" : "explicit/") + model + "/" + test;
        benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
          analyse(state, test, model, smt);
        })->Unit(benchmark::kMillisecond);
      }
    }
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
