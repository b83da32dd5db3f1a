#include <fmt/format.h>

#include "bench/runner/rows.h"
#include "bench/runner/spawn.h"

namespace hrfcheck::bench {
namespace {

Sample checked(const ProgramRun& run, double value) {
  const auto cpu = static_cast<std::uint64_t>(1e6 * run.cpuSeconds);
  return {value,
          {{"CPU us", cpu}},
          std::nullopt,
          run.exitStatus == 0 ? "" : fmt::format("exit status {}", run.exitStatus)};
}

}  // namespace

std::vector<Row> processRows(const Setting& setting, const std::filesystem::path& program) {
  const std::string test = setting.root / "litmus/hrf/t01-mp-wg.litmus";
  const auto command = [=](const char* engine) -> std::vector<std::string> {
    return {program.string(), "check", "-m", "hrf-indirect-relaxed", "--engine", engine, test};
  };
  const auto wall = [=](const char* engine, std::optional<Target> target) {
    return Row{fmt::format("target/fresh-process/{}", engine),
               fmt::format("a process for one small test and one model, {}, wall time", engine),
               Unit::Seconds,
               target,
               "",
               [=]() -> Repetition {
                 return [=] {
                   const ProgramRun run = runProgram(command(engine));
                   return checked(run, run.wallSeconds);
                 };
               }};
  };
  const Row memory{"target/fresh-process/memory",
                   "a process for one small test and one model, auto, memory",
                   Unit::Megabytes,
                   Target{25},
                   "",
                   [=]() -> Repetition {
                     return [=] {
                       const ProgramRun run = runProgram(command("auto"));
                       return checked(run, run.peakMegabytes);
                     };
                   }};
  return {wall("auto", Target{0.008}), memory, wall("smt", std::nullopt)};
}

}  // namespace hrfcheck::bench
