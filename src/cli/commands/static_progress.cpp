#include "batch/corpus_walk.h"
#include "cli/asked_test.h"
#include "cli/commands/commands.h"
#include "cli/each_test.h"
#include "cli/output/output.h"
#include "cli/run_watch.h"
#include "frontend/test_file.h"
#include "report/termination/simt_waits_report.h"
#include "termination/system/simt.h"

namespace hrfcheck::inline cli {
namespace {

/// `hrfcheck progress --static`: every test by itself, and no test is explored.
class StaticRun {
 public:
  explicit StaticRun(const ProgressArguments& arguments)
      : arguments_(arguments),
        watch_({ProgressMode::Auto, arguments.memory}),
        output_(arguments.report.output),
        colour_(useColour(arguments.report)) {}

  ExitStatus run() {
    const Corpus corpus = walkCorpus(arguments_.paths, arguments_.launch);
    diagnose(corpus.warnings);
    requireOtherFiles({{"-o", arguments_.report.output}}, corpus.inputs());
    watch_.onStuck([this](const std::string& why) {
      finish(why);
      return status_;
    });
    tests_.run(corpus.tests, [this](const std::string& path) { test(path); });
    finish("interrupted");
    return status_;
  }

 private:
  void diagnose(const std::vector<Diagnostic>& diagnostics) {
    complain(diagnostics);
    diagnostics_.insert(diagnostics_.end(), diagnostics.begin(), diagnostics.end());
  }

  void test(const std::string& path) {
    SimtWaitsReport report = reportOn(path);
    diagnose(report.program->warnings);
    if (arguments_.report.format == Format::Json) {
      reports_.push_back(std::move(report));
      return;
    }
    output_.writeText((first_ ? "" : "\n") + simtWaitsText(report, colour_));
    first_ = false;
  }

  SimtWaitsReport reportOn(const std::string& path) {
    const RunWatch::Work work(watch_, path);
    SimtOptions simt = arguments_.simt;
    simt.mode = SimtMode::Stack;
    const Deadline deadline = Deadline::after(arguments_.timeout, &watch_.stop());
    const SimtSetup setup =
        simtSetup(readTestFile(path, forTest(arguments_.launch, path, arguments_.paths), deadline), simt);
    SimtWaitsReport report{setup.program, {}};
    report.found =
        simtWaits(*setup.program, setup.wavefronts, {.lockBits = simt.lockBits, .deadline = deadline});
    return report;
  }

  void finish(const std::string& why) {
    tests_.tellLeft(why);
    if (arguments_.report.format == Format::Json) {
      output_.write(simtWaitsJson(reports_, diagnostics_));
    }
    output_.commit();
  }

  const ProgressArguments& arguments_;
  RunWatch watch_;
  Output output_;
  bool colour_;
  bool first_ = true;
  std::vector<Diagnostic> diagnostics_;
  std::vector<SimtWaitsReport> reports_;
  ExitStatus status_ = ExitStatus::Done;
  EachTest tests_{watch_, [this](const std::vector<Diagnostic>& diagnostics, ExitStatus status) {
                    diagnose(diagnostics);
                    status_ = graver(status_, status);
                  }};
};

}  // namespace

ExitStatus runStaticProgress(const ProgressArguments& arguments) {
  return StaticRun(arguments).run();
}

}  // namespace hrfcheck::inline cli
