#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "batch/corpus_walk.h"
#include "check/engine_choice.h"
#include "check/models/model_choice.h"
#include "cli/asked_test.h"
#include "cli/commands/commands.h"
#include "cli/each_test.h"
#include "cli/model_folders.h"
#include "cli/output/output.h"
#include "cli/run_watch.h"
#include "observe/observer.h"
#include "observe/run.h"
#include "util/process/atomic_file.h"
#include "util/process/child_process.h"

namespace hrfcheck::inline cli {
namespace {

class ObserveRun {
 public:
  explicit ObserveRun(const ObserveArguments& arguments)
      : arguments_(arguments),
        watch_({ProgressMode::Auto, arguments.memory}),
        models_(makeModelLibrary(arguments.includes, arguments.search.timeout, &watch_.stop()),
                arguments.models, arguments.search.anyDialect),
        engine_(makeEngine(arguments.search.engine, arguments.search.solver)),
        output_(arguments.report.output) {
    requireOtherFiles({{"-o", arguments.report.output}}, arguments.paths, models_);
  }

  ExitStatus run() {
    results_ = readResults(arguments_.results);
    const Corpus corpus = walkCorpus(arguments_.paths, arguments_.launch);
    complain(corpus.warnings);
    for (const Corpus::Unreadable& one : corpus.unreadable) {
      complain({{Severity::Error, {}, fmt::format("cannot look into {}: {}", one.path, one.reason), ""}});
      worsen(ExitStatus::BadInput);
    }
    watch_.onStuck([this](const std::string& why) {
      finish(why);
      return status_;
    });
    tests_.run(corpus.tests, [this](const std::string& test) { take(test); });
    finish("interrupted");
    return status_;
  }

 private:
  void worsen(ExitStatus status) { status_ = graver(status_, status); }

  BackEnd backEnd() const {
    return arguments_.backEnd ? *arguments_.backEnd
           : isOnPath(arguments_.run.nvcc) || arguments_.run.nvcc.find('/') != std::string::npos
               ? BackEnd::Cuda
               : BackEnd::OpenCl;
  }

  void take(const std::string& path) {
    const std::shared_ptr<const Program> test = read(path);
    complain(test->warnings);
    refuseOpenValues(*test);
    if (arguments_.emitTo) {
      emitOne(*test, backEnd());
    } else if (!arguments_.results.empty()) {
      readBack(*test);
    } else {
      report(*test, observeOne(*test, backEnd()));
    }
  }

  std::shared_ptr<const Program> read(const std::string& path) {
    const RunWatch::Work work(watch_, "reading " + path);
    return readTest(path, forTest(arguments_.launch, path, arguments_.paths), std::nullopt,
                    deadlineUnder(watch_, arguments_.search));
  }

  Promise promiseBy(const Model& model, const std::shared_ptr<const Program>& program) {
    const RunWatch::Work work(watch_, fmt::format("{} under {}", program->name, model.name));
    Preparation preparation(program, arguments_.search.unroll);
    return promiseOfOutcomes(*engine_, preparation, model, nullptr, analysisUnder(watch_, arguments_.search));
  }

  void emitOne(const Program& program, BackEnd backEnd) {
    Observer::Prepared prepared = observer_.prepare(program, backEnd);
    std::string& name = prepared.emitted.name;
    if (!names_.insert(name).second) {
      throw UserError(fmt::format("two tests are called {}", name), "write them to separate folders");
    }
    std::filesystem::create_directories(*arguments_.emitTo);
    writeAtomically(fmt::format("{}/{}{}", *arguments_.emitTo, name, infoOf(backEnd).ending),
                    prepared.emitted.text);
    emitted_.push_back(name);
  }

  DeviceResults observeOne(const Program& program, BackEnd backEnd) {
    const Observer::Prepared prepared = observer_.prepare(program, backEnd);
    RunOptions options = arguments_.run;
    options.includeFolders = foldersFor(program);
    const RunWatch::Work work(watch_, fmt::format("{} on a device", program.name));
    const RunOutput output =
        runOnDevice(backEnd, prepared.emitted, options, Deadline::after(0, &watch_.stop()));
    std::vector<DeviceResults> results =
        parseResults(std::make_shared<const Source>("the results of " + program.name, output.results));
    if (results.empty()) {
      throw UserError(fmt::format("{} did not run: {}", program.name, output.failure));
    }
    DeviceResults& one = results.front();
    if (one.instances == 0 && !one.incomplete.empty() && one.device.empty()) {
      throw UserError(fmt::format("{} did not run: {}", program.name, one.incomplete));
    }
    if (!output.failure.empty() && (one.incomplete.empty() || one.incomplete == kCutOff)) {
      one.incomplete = output.failure;
    }
    return std::move(one);
  }

  /// Where what a kernel includes is looked for: as when it was read.
  std::vector<std::string> foldersFor(const Program& program) const {
    std::vector<std::string> folders = arguments_.launch.includeFolders;
    const std::string& file = program.source->name();
    if (std::filesystem::path(file).has_parent_path()) {
      folders.push_back(std::filesystem::path(file).parent_path().string());
    }
    for (std::string& folder : folders) {
      folder = std::filesystem::absolute(folder).string();
    }
    return folders;
  }

  void readBack(const Program& program) {
    const auto found = results_.find(program.name);
    if (found == results_.end()) {
      complain({{Severity::Warning, {}, fmt::format("there are no results for {}", program.name), ""}});
      worsen(ExitStatus::Undecided);
      return;
    }
    for (const DeviceResults& results : found->second) {
      report(program, results);
    }
  }

  void report(const Program& program, DeviceResults results) {
    ObserveReport report = observer_.reportOf(program, std::move(results));
    for (const std::string& model : modelsFor(program, backEndOf(report.results))) {
      report.verdicts.push_back(observer_.ask(model, program, report));
    }
    complain(models_.takeWarnings());
    judge(report);
    write(std::move(report));
  }

  std::vector<std::string> modelsFor(const Program& program, BackEnd backEnd) const {
    if (!models_.names().empty()) {
      return models_.names();
    }
    if (!program.models.empty()) {
      return program.models;
    }
    switch (backEnd) {
      case BackEnd::Cuda:
        return program.dialect == "CUDA" ? std::vector<std::string>{kDefaultPtxModel, kDefaultModel}
                                         : std::vector<std::string>{kDefaultPtxModel};
      case BackEnd::OpenCl:
        return {kDefaultOpenClModel};
      case BackEnd::Hip:
        return {"amdgpu"};
    }
    return {};
  }

  void judge(const ObserveReport& report) {
    for (const ModelVerdict& verdict : report.verdicts) {
      worsen(verdict.found()                                      ? ExitStatus::Failed
             : verdict.judgement.open == Judgement::Open::Promise ? ExitStatus::Undecided
                                                                  : ExitStatus::Done);
    }
    if (!report.results.incomplete.empty() || report.results.lost > 0) {
      worsen(ExitStatus::Undecided);
    }
  }

  void write(ObserveReport report) {
    switch (arguments_.format) {
      case ObserveFormat::Json:
      case ObserveFormat::Table:
        collected_.push_back(std::move(report));
        return;
      case ObserveFormat::Herd:
        output_.write(observeHerdLog(report));
        return;
      case ObserveFormat::Litmus:
        output_.write(observeLitmusLog(report));
        return;
      case ObserveFormat::Text:
        break;
    }
    output_.writeText((first_ ? "" : "\n") +
                      observeText(report, {useColour(arguments_.report), arguments_.report.statistics}));
    first_ = false;
  }

  void finish(const std::string& why) {
    tests_.tellLeft(why);
    if (arguments_.emitTo && !emitted_.empty()) {
      finishEmission();
    }
    if (arguments_.format == ObserveFormat::Json) {
      output_.write(observeJson(collected_));
    } else if (arguments_.format == ObserveFormat::Table) {
      output_.write(observeTable(collected_));
    }
    output_.commit();
  }

  void finishEmission() {
    const std::string& folder = *arguments_.emitTo;
    std::vector<HarnessFile> files = harnessFiles(backEnd());
    const std::vector<HarnessFile> build = buildFiles(backEnd(), emitted_);
    files.insert(files.end(), build.begin(), build.end());
    for (const HarnessFile& file : files) {
      writeAtomically(fmt::format("{}/{}", folder, file.name), file.text);
    }
    output_.writeText(
        fmt::format("{} tests are written to {}. On the machine with the device:\n  make -C {} -j\n"
                    "  sh {}/run.sh\nand here: hrfcheck observe --results {}/all.results FILE...\n",
                    emitted_.size(), folder, folder, folder, folder));
  }

  static constexpr const char* kCutOff = "the results are cut off";

  const ObserveArguments& arguments_;
  RunWatch watch_;
  ModelChoice models_;
  std::unique_ptr<Engine> engine_;
  Observer observer_{models_, [this](const Model& model, const std::shared_ptr<const Program>& program) {
                       return promiseBy(model, program);
                     }};
  Output output_;
  ResultsByTest results_;
  std::set<std::string> names_;
  std::vector<std::string> emitted_;
  std::vector<ObserveReport> collected_;  ///< for formats that need them all
  bool first_ = true;
  ExitStatus status_ = ExitStatus::Done;
  EachTest tests_{watch_, [this](const std::vector<Diagnostic>& diagnostics, ExitStatus status) {
                    complain(diagnostics);
                    worsen(status);
                  }};
};

}  // namespace

ExitStatus runObserve(const ObserveArguments& arguments) {
  return ObserveRun(arguments).run();
}

}  // namespace hrfcheck::inline cli
