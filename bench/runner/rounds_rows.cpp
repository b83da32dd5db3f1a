// Tests that were slower under a model than beside it, as ratios: of events, where rounds of loops were
// looked at that show nothing, and of times of one engine at two sizes, where a formula grew faster than the
// test.

#include <fmt/format.h>

#include <string>

#include "bench/runner/measure.h"
#include "bench/runner/rows.h"
#include "check/prepare/preparation.h"
#include "frontend/litmus.h"
#include "util/source.h"

namespace hrfcheck::bench {
namespace {

constexpr unsigned kUnroll = 17;

/// One of the kernels that come with hrfcheck, launched by other groups.
struct Launch {
  const char* file;
  const char* test;
  const char* launch;
  const char* instead;  ///< its own launch
};

std::size_t eventsUnder(const std::string& model, const Setting& setting, const Launch& launch) {
  std::string text = readSource((setting.root / "kernels" / launch.file).string())->text();
  text.replace(text.find(launch.instead), std::string(launch.instead).size(), launch.launch);
  const auto program = parseLitmus(std::make_shared<const Source>(launch.file, text), launch.test);
  const Model loaded = loadModel(setting, model);
  return prepared(program, kUnroll, loaded).structure().size();
}

/// Under a model that wants happens-before of ordinary reads, against one under which the last rounds of
/// loops are enough.
Row roundsOf(const Setting& setting, const Launch& launch) {
  return {fmt::format("rounds/{}", launch.test),
          fmt::format("{}, {}: events under opencl against those under hrf-indirect-relaxed", launch.test,
                      launch.launch),
          Unit::Ratio,
          Target{1},
          "",
          [=] {
            return [=] {
              Sample sample;
              const std::size_t events = eventsUnder("opencl", setting, launch);
              sample.value = static_cast<double>(events) /
                             static_cast<double>(eventsUnder("hrf-indirect-relaxed", setting, launch));
              sample.counts = {{"events", events}};
              return sample;
            };
          }};
}

/// P0 writes so many words and a flag; P1 waits for it in vain or reads them all.
std::string wordsBehindFlag(unsigned words) {
  std::string initial, parameters, writes, reads, condition;
  for (unsigned i = 0; i < words; ++i) {
    initial += fmt::format("[d{}] = 0; ", i);
    parameters += fmt::format("global int* d{}, ", i);
    writes += fmt::format("  *d{} = 1;\n", i);
    reads += fmt::format("    s{0} = *d{0};\n", i);
    condition += fmt::format("{}1:s{}=0", i == 0 ? "" : " \\/ ", i);
  }
  std::string declared;
  for (unsigned i = 0; i < words; ++i) {
    declared += fmt::format("  int s{} = 1;\n", i);
  }
  return fmt::format(
      "OPENCL words\n{{ {}[f] = 0; }}\n\nP0@wg 0, dev 0 ({}global atomic_int* f) {{\n{}"
      "  atomic_store_explicit(f, 1, memory_order_release, memory_scope_device);\n}}\n\n"
      "P1@wg 1, dev 0 ({}global atomic_int* f) {{\n"
      "  int r0 = atomic_load_explicit(f, memory_order_acquire, memory_scope_device);\n{}"
      "  if (r0 == 1) {{\n{}  }}\n}}\n\nexists (1:r0=1 /\\ ({}))\n",
      initial, parameters, writes, parameters, declared, reads, condition);
}

Row wordsRow(const Setting& setting) {
  return {"growth/words-behind-flag",
          "100 words behind a flag against 50, opencl, condition, smt: CPU time",
          Unit::Ratio,
          Target{5},
          "",
          [=] {
            const Model model = loadModel(setting, "opencl");
            return [=] {
              const auto taken = [&](unsigned words) {
                const std::unique_ptr<Engine> engine = makeEngine(EngineKind::Smt);
                return ask(*engine, model, wordsBehindFlag(words), Question::Condition, setting.seconds);
              };
              Sample large = taken(100);
              large.value /= taken(50).value;
              return large;
            };
          }};
}

}  // namespace

std::vector<Row> roundsRows(const Setting& setting) {
  return {roundsOf(setting, {"ttas-lock.cl", "ttas-lock", "launch 4x1", "launch 2x1"}),
          roundsOf(setting, {"decoupled-look-back.cl", "look-back", "launch 3x1", "launch 3x1"}),
          wordsRow(setting)};
}

}  // namespace hrfcheck::bench
