#include <fmt/format.h>

#include <filesystem>
#include <thread>

#include "batch/corpus_walk.h"
#include "cli/commands/commands.h"
#include "cli/interrupt.h"
#include "cli/model_folders.h"
#include "cli/output/output.h"
#include "cli/output/version.h"
#include "cli/this_program.h"
#include "frontend/convert/convert.h"
#include "frontend/test_file.h"
#include "machine/machine.h"
#include "program/ir/platforms.h"
#include "serve/page_server.h"
#include "util/process/child_process.h"

namespace hrfcheck::inline cli {
namespace {

namespace fs = std::filesystem;

/// The installed tests, beside the program as the models are.
std::vector<std::string> installedCorpus() {
  const fs::path share = fs::path(thisProgram()).parent_path().parent_path() / "share" / "hrfcheck";
  std::vector<std::string> folders;
  for (const char* name : {"litmus", "kernels"}) {
    std::error_code error;
    if (fs::is_directory(share / name, error)) {
      folders.push_back((share / name).string());
    }
  }
  return folders;
}

/// Tests of the installed corpus are called by their places in it.
std::string shownPath(const std::string& path, const std::vector<std::string>& installed) {
  for (const std::string& folder : installed) {
    if (path.starts_with(folder + "/")) {
      return path.substr(fs::path(folder).parent_path().string().size() + 1);
    }
  }
  return path;
}

std::vector<CorpusTest> corpusOf(const std::vector<std::string>& folders) {
  const bool given = !folders.empty();
  for (const std::string& folder : folders) {
    std::error_code error;
    if (!fs::is_directory(folder, error)) {
      throw UserError(fmt::format("--corpus {}: no such folder", folder));
    }
  }
  const std::vector<std::string> installed = given ? std::vector<std::string>{} : installedCorpus();
  const Corpus corpus = walkCorpus(given ? folders : installed);
  complain(corpus.warnings);
  for (const Corpus::Unreadable& unreadable : corpus.unreadable) {
    complain({{Severity::Warning, {}, fmt::format("{}: {}", unreadable.path, unreadable.reason), ""}});
  }
  std::vector<CorpusTest> tests;
  for (const std::string& path : corpus.tests) {
    const TestPath meant = testPathOf(path);
    tests.push_back({shownPath(path, installed), meant.file, meant.test});
  }
  return tests;
}

std::vector<NamedText> modelsOf(const ModelLibrary& library) {
  std::vector<NamedText> models;
  for (const std::string& name : library.names()) {
    try {
      const LoadedModel loaded = library.loadWithSources(name);
      models.push_back({name, loaded.model.header.title, loaded.model.source->text()});
    } catch (const UserError& error) {
      complain(error.diagnostics());
    }
  }
  return models;
}

ServeOptions optionsOf(const ServeArguments& arguments) {
  ServeOptions options;
  options.program = {thisProgram()};
  options.version = versionNumber();
  options.host = arguments.host;
  options.port = arguments.port;
  options.corpus = corpusOf(arguments.corpus);
  options.models = modelsOf(makeModelLibrary({}));
  for (const MachineInfo& machine : machines()) {
    options.machines.push_back(
        {machine.name, machine.title, machineText(machine.name), machine.abilities.model});
  }
  for (const Platform& platform : platforms()) {
    options.platforms.emplace_back(platform.name);
  }
  options.dialects = targetsOfConversion();
  options.limits.seconds = arguments.seconds;
  options.limits.memory = arguments.memory;
  options.limits.running =
      arguments.jobs > 0 ? arguments.jobs : std::max(1U, std::thread::hardware_concurrency());
  return options;
}

void openBrowser(const std::string& address) {
  try {
    constexpr double kToStart = 5;
    runProgram({"xdg-open", address}, "", {.deadline = Deadline::after(kToStart), .group = false});
  } catch (const UserError& error) {
    complain({{Severity::Warning, {}, error.diagnostics().front().message, "open the address yourself"}});
  } catch (const OutOfTime&) {
    // The browser itself: it stays open.
  }
}

}  // namespace

ExitStatus runServe(const ServeArguments& arguments) {
  PageServer server(optionsOf(arguments));
  if (!blockEndingSignals()) {
    throw UserError("signals cannot be waited for");
  }
  // Who comes before it runs waits: it has its port.
  Output(std::nullopt)
      .write(fmt::format("hrfcheck is running at {}\nPress Ctrl-C to stop it.\n", server.address()));
  std::thread serving([&] { server.run(); });
  if (arguments.open) {
    openBrowser(server.address());
  }
  constexpr std::chrono::hours kLong{1};
  while (waitForSignal(std::chrono::duration_cast<std::chrono::milliseconds>(kLong)) == 0) {
  }
  server.stop();
  serving.join();
  return ExitStatus::Done;
}

}  // namespace hrfcheck::inline cli
