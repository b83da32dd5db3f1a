#include <fmt/format.h>

#include <filesystem>

#include "batch/synth/synth_text.h"
#include "cli/commands/commands.h"
#include "cli/corpus_run.h"
#include "cli/model_folders.h"
#include "cli/output.h"
#include "cli/version.h"
#include "util/atomic_file.h"

namespace hrfcheck::inline cli {
namespace {

/// Where the tests go.
class TestFolder {
 public:
  /// @param again the tests that it has may be written again
  TestFolder(std::string folder, bool again) : folder_(std::move(folder)) {
    std::error_code error;
    std::filesystem::create_directories(folder_ + "/expected", error);
    if (error) {
      throw UserError(fmt::format("cannot create the folder {}: {}", folder_, error.message()));
    }
    if (!again && holdsTests()) {
      throw UserError(fmt::format("the folder {} has tests already", folder_), "name a new one");
    }
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
  }

  bool holdsTests() const {
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
      if (entry.path().extension() == ".litmus") {
        return true;
      }
    }
    return false;
  }

  std::string folder_;
};

std::string progressText(unsigned events, std::uint64_t done, std::uint64_t pieces, std::uint64_t found) {
  return fmt::format("{} events: {} of {} pieces; {} tests found", events, done, pieces, found);
}

}  // namespace

ExitStatus runSynthCommand(const SynthArguments& arguments) {
  keepBrokenPipesFromKilling();
  std::optional<TestFolder> folder;
  if (arguments.folder) {
    folder.emplace(*arguments.folder, arguments.options.resume);
  }
  SynthOptions options = arguments.options;
  options.workers = workersOf({0, options.workers});
  options.version = versionNumber();
  std::optional<PolledInterrupts> interrupts(std::in_place);
  StatusLine line(arguments.progress);
  Output output(std::nullopt);
  const ModelLibrary library = makeModelLibrary(arguments.includes, options.timeout, &interrupts->flag());
  const SynthCalls calls{
      [&](const SynthQuestion& question) { output.writeText(synthHeading(options, question)); },
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
  return result.complete() && !result.undecided() ? ExitStatus::Done : ExitStatus::Undecided;
}

}  // namespace hrfcheck::inline cli
