#include "cli/commands/commands.h"
#include "cli/options/help_text.h"
#include "cli/options/option_groups.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline cli {
namespace {

std::string observeHelp() {
  return helpFooter(
      {{"hrfcheck observe litmus/observe/mp-cta.litmus", "run a test on the GPU of this machine"},
       {"hrfcheck observe --backend opencl -m opencl -m hrf-indirect-relaxed FILE",
        "on the first OpenCL device, against two models"},
       {"hrfcheck observe --emit campaign litmus/observe",
        "write sources, a Makefile and run.sh for a machine without hrfcheck"},
       {"hrfcheck observe --results campaign/all.results litmus/observe", "judge the results"}},
      "0 success; 1 a final state was seen that a model forbids; 2 usage or input error, no compiler or no device; 3 undecided (a limit was reached, or the results are not complete).");
}

class ObserveOptionTable final : public ArgumentTable<ObserveArguments> {
 public:
  ObserveOptionTable() : ArgumentTable(runObserve) {}
  CLI::App* build(CLI::App& app) override {
    CLI::App* observe = app.add_subcommand(
        "observe", "Run a test on a device many times, and compare the observations with memory models");
    addValue(*observe, "FILE", parsed_.paths, "Litmus tests, folders, @lists; - for standard input", "")
        ->required()
        ->option_text("...");
    addModels(*observe, parsed_.models, "ptx on CUDA devices, opencl on others");
    addDevice(*observe);
    addRun(*observe);
    addElsewhere(*observe);
    addLaunch(*observe, parsed_.launch);
    addIncludeFolders(*observe, parsed_.launch);
    addInclude(*observe, parsed_.includes);
    addSearch(*observe, parsed_.search, 0);
    addMemory(*observe, parsed_.memory);
    addReport(*observe);
    observe->footer(observeHelp());
    return observe;
  }

 protected:
  void complete(ObserveArguments& result) const override {
    if (result.emitTo && !result.results.empty()) {
      throw UserError("--emit and --results exclude each other",
                      "--results is for the results that came back");
    }
  }

 private:
  void addDevice(CLI::App& app) {
    addWord(
        app, "--backend", parsed_.backEnd,
        "How the test is written for the device: cuda (CUDA C++ with inline PTX, the default where nvcc is found), opencl (OpenCL C), or hip (HIP)",
        {{"cuda", BackEnd::Cuda}, {"opencl", BackEnd::OpenCl}, {"hip", BackEnd::Hip}});
    addValue(app, "--nvcc", parsed_.run.nvcc, "The CUDA compiler (default: nvcc on the PATH)", "PROGRAM");
    addValue(app, "--hipcc", parsed_.run.hipcc, "The HIP compiler (default: hipcc on the PATH)", "PROGRAM");
    addValue(app, "--arch", parsed_.run.architecture,
             "The architecture for nvcc or hipcc (default native: that of this machine's GPU)", "sm_NN");
    addValue(app, "--cc", parsed_.run.compiler, "The C compiler for OpenCL's host program (default cc)",
             "PROGRAM");
    addValue(app, "--device", parsed_.run.device, "Number of the device (default 0)", "N");
  }

  void addRun(CLI::App& app) {
    addValue(app, "--instances", parsed_.run.instances,
             "Instances of the test after which to stop (default 1e9)", "N")
        ->check(CLI::Range(1.0, 1e15));
    addValue(app, "--seconds", parsed_.run.seconds, "Time after which to stop (default 10)", "SECONDS")
        ->check(CLI::Range(0.01, 1e6));
    addValue(app, "--launch-seconds", parsed_.run.launchSeconds,
             "Time after which a launch is considered not to end (default 20)", "SECONDS")
        ->check(CLI::Range(0.01, 1e6));
    addValue(app, "--seed", parsed_.run.seed, "Seed of the search over settings (default 0)", "N");
    addValue(app, "--setting", parsed_.run.setting,
             "Use this setting, as printed in reports, for every launch (docs/observe.md)", "SETTING");
  }

  void addElsewhere(CLI::App& app) {
    addText(app, "--emit", parsed_.emitTo,
            "Write sources, a Makefile and run.sh to this folder instead of running the tests", "DIR");
    addValue(app, "--results", parsed_.results,
             "Judge these results of emitted programs instead of running the tests (may be repeated)", "FILE")
        ->allow_extra_args(false);
  }

  void addReport(CLI::App& app) {
    addWord(
        app, "--format", parsed_.format,
        "Output format: text (default), a table in Markdown, JSON, or a log in herd7's or litmus7's layout",
        {{"text", ObserveFormat::Text},
         {"table", ObserveFormat::Table},
         {"json", ObserveFormat::Json},
         {"herd", ObserveFormat::Herd},
         {"litmus", ObserveFormat::Litmus}});
    addText(app, "-o,--output", parsed_.report.output, "Write the report to this file", "FILE");
    addColour(app, parsed_.report.colour);
    app.add_flag("--stats", parsed_.report.statistics, "Also list every setting that was tried");
  }
};

}  // namespace

std::unique_ptr<CommandOptions> observeOptions() {
  return std::make_unique<ObserveOptionTable>();
}

}  // namespace hrfcheck::inline cli
