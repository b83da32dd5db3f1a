#include <fmt/format.h>

#include "batch/corpus_walk.h"
#include "cli/asked_test.h"
#include "cli/commands/commands.h"
#include "cli/output.h"
#include "cli/run_watch.h"
#include "frontend/test_file.h"
#include "report/termination/simd_waits_report.h"
#include "termination/simt.h"
#include "util/text.h"

namespace hrfcheck::inline cli {
namespace {

/// `hrfcheck progress --static`: every test by itself, and no test is explored.
class StaticRun {
 public:
  explicit StaticRun(const ProgressArguments& arguments)
      : arguments_(arguments), output_(arguments.report.output), colour_(useColour(arguments.report)) {}

  ExitStatus run() {
    const Corpus corpus = walkCorpus(arguments_.paths, arguments_.launch);
    diagnose(corpus.warnings);
    std::vector<std::string> inputs = corpus.tests;
    inputs.insert(inputs.end(), corpus.lists.begin(), corpus.lists.end());
    requireOtherFiles({{"-o", arguments_.report.output}}, inputs);
    left_ = corpus.tests.size();
    watch_.onStuck([this](const std::string& why) {
      finish(why);
      return status_;
    });
    for (const std::string& path : corpus.tests) {
      if (watch_.interrupted()) {
        break;
      }
      testOrSay(path);
      --left_;
    }
    finish("interrupted");
    return status_;
  }

 private:
  void diagnose(const std::vector<Diagnostic>& diagnostics) {
    complain(diagnostics);
    diagnostics_.insert(diagnostics_.end(), diagnostics.begin(), diagnostics.end());
  }

  void undecided(const std::string& what) {
    diagnose({{Severity::Warning, {}, what, ""}});
    status_ = graver(status_, ExitStatus::Undecided);
  }

  void testOrSay(const std::string& path) {
    try {
      test(path);
    } catch (const UserError& error) {
      diagnose(error.diagnostics());
      status_ = graver(status_, ExitStatus::BadInput);
    } catch (const OutOfTime&) {
      undecided(fmt::format("undecided ({}): {}", watch_.reason("time limit"), path));
    }
  }

  void test(const std::string& path) {
    SimdWaitsReport report = reportOn(path);
    diagnose(report.program->warnings);
    if (arguments_.report.format == Format::Json) {
      reports_.push_back(std::move(report));
      return;
    }
    output_.writeText((first_ ? "" : "\n") + simdWaitsText(report, colour_));
    first_ = false;
  }

  SimdWaitsReport reportOn(const std::string& path) {
    const RunWatch::Work work(watch_, path);
    SimtOptions simt = arguments_.simt;
    simt.mode = SimtMode::Stack;
    SimdWaitsReport report{simtSetup(readTestFile(path, arguments_.launch), simt).program, {}};
    report.found = simdWaits(
        *report.program,
        {.lockBits = simt.lockBits, .deadline = Deadline::after(arguments_.timeout, &watch_.stop())});
    return report;
  }

  void finish(const std::string& why) {
    if (left_ > 0) {
      undecided(fmt::format("{}: {} not checked", why, counted(left_, "test")));
    }
    if (arguments_.report.format == Format::Json) {
      output_.write(simdWaitsJson(reports_, diagnostics_));
    }
    output_.commit();
  }

  const ProgressArguments& arguments_;
  RunWatch watch_;
  Output output_;
  bool colour_;
  bool first_ = true;
  std::vector<Diagnostic> diagnostics_;
  std::vector<SimdWaitsReport> reports_;
  ExitStatus status_ = ExitStatus::Done;
  std::size_t left_ = 0;  ///< tests not looked at, the one at hand among them
};

}  // namespace

ExitStatus runStaticProgress(const ProgressArguments& arguments) {
  return StaticRun(arguments).run();
}

}  // namespace hrfcheck::inline cli
