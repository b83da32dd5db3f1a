#include <fmt/format.h>

#include <filesystem>
#include <set>

#include "cli/commands/commands.h"
#include "cli/corpus_run.h"
#include "cli/model_folders.h"
#include "cli/output/output.h"
#include "cli/output/version.h"
#include "synth/synth_text.h"
#include "util/process/atomic_file.h"
#include "util/text.h"

namespace hrfcheck::inline cli {
namespace {

/// Where the tests go.
class TestFolder {
 public:
  /// @param again the tests that it has may be written again
  /// @throws UserError
  TestFolder(std::string folder, bool again) : folder_(std::move(folder)) {
    std::error_code error;
    std::filesystem::create_directories(folder_ + "/expected", error);
    if (error) {
      throw UserError(fmt::format("cannot create the folder {}: {}", folder_, error.message()));
    }
    if (!again && !others().empty()) {
      throw UserError(fmt::format("the folder {} already contains tests", folder_), "name a new one");
    }
  }

  /// Tests that it has, and that were not added.
  std::set<std::string> others() const {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
      if (entry.path().extension() == ".litmus" && !added_.contains(entry.path().stem().string())) {
        names.insert(entry.path().stem().string());
      }
    }
    return names;
  }

  void add(const WrittenTest& test) {
    add(test.hsa);
    for (const TestText& converted : test.converted) {
      add(converted);
    }
  }

 private:
  void add(const TestText& text) {
    writeAtomically(fmt::format("{}/{}.litmus", folder_, text.name), text.litmus);
    if (!text.log.empty()) {
      writeAtomically(fmt::format("{}/expected/{}.log", folder_, text.name), text.log);
    }
    added_.insert(text.name);
  }

  std::string folder_;
  std::set<std::string> added_;
};

/// What a folder holds besides the tests of this search; empty for nothing.
std::string othersText(const TestFolder& folder, const std::string& name) {
  const std::set<std::string> others = folder.others();
  return others.empty() ? ""
                        : fmt::format("the folder {} also contains {} that {} not from this search: {}{}\n",
                                      name, counted(others.size(), "test"), others.size() == 1 ? "is" : "are",
                                      *others.begin(), others.size() == 1 ? "" : ", ...");
}

std::string progressText(unsigned events, std::uint64_t done, std::uint64_t pieces, std::uint64_t found) {
  return fmt::format("{}: {} of {} pieces; {} found", counted(events, "event"), done, pieces,
                     counted(found, "test"));
}

}  // namespace

ExitStatus runSynthCommand(const SynthArguments& arguments) {
  keepBrokenPipesFromKilling();
  std::optional<TestFolder> folder;
  SynthOptions options = arguments.options;
  options.workers = workersOf({0, options.workers});
  options.version = versionNumber();
  options.modelOptions = modelOptionsOf(arguments.includes);
  std::optional<PolledInterrupts> interrupts(std::in_place);
  StatusLine line(arguments.progress);
  Output output(std::nullopt);
  const ModelLibrary library = makeModelLibrary(arguments.includes, options.timeout, &interrupts->flag());
  const SynthCalls calls{[&](const SynthQuestion& question) {
                           if (arguments.folder) {
                             folder.emplace(*arguments.folder, options.resume);
                           }
                           for (const auto& model : question.models) {
                             complain(model->warnings);
                           }
                           output.writeText(synthHeading(options, question));
                         },
                         [&](const WrittenTest& test) {
                           line.clear();
                           output.write(synthTestLine(test));
                           if (folder) {
                             folder->add(test);
                           }
                         },
                         [&](unsigned events, std::uint64_t done, std::uint64_t pieces, std::uint64_t found) {
                           interrupts->poll();
                           if (line.due()) {
                             line.show(progressText(events, done, pieces, found));
                           }
                         }};
  const SynthResult result = runSynth(options, library, calls, interrupts->flag());
  interrupts.reset();
  line.clear();
  output.writeText(synthText(options, result, arguments.statistics));
  if (folder) {
    output.writeText(othersText(*folder, *arguments.folder));
  }
  return result.complete() && !result.undecided() ? ExitStatus::Done : ExitStatus::Undecided;
}

}  // namespace hrfcheck::inline cli
