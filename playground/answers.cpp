// What a server answers (serve/page_server.h), for a page without one. Called by playground_worker.js, which
// makes an instance of this module for each question: a command may leave behind what it likes.

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "batch/corpus_walk.h"
#include "cli/model_folders.h"
#include "cli/run.h"
#include "frontend/compilers/compile.h"
#include "frontend/convert/convert.h"
#include "frontend/ptx/ptx.h"
#include "frontend/test_file.h"
#include "machine/machine.h"
#include "program/ir/platforms.h"
#include "questions/answer.h"
#include "serve/envelope.h"
#include "serve/question.h"
#include "serve/refused.h"
#include "util/diagnostic.h"

namespace hrfcheck {
namespace {

using nlohmann::json;

constexpr int kNotFound = 404;
constexpr int kInternal = 500;
constexpr const char* kIn = "/question";
constexpr const char* kOut = "/answer";
constexpr const char* kErrors = "/errors";

/// Texts that are returned stay until the next call.
const char* returned(std::string text) {
  static std::string last;
  last = std::move(text);
  return last.c_str();
}

std::string dumped(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string contentOf(const char* path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

void write(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

/// One of the standard streams becomes a file.
void redirect(int stream, const char* path, int flags) {
  constexpr int kMode = 0600;
  const int file = ::open(path, flags, kMode);
  ::dup2(file, stream);
  ::close(file);
}

/// What a question may ask for; the page ends the worker of one that takes longer.
QuestionLimits limits() {
  QuestionLimits result;
  result.seconds = 60;
  return result;
}

json listedModels() {
  json list = json::array();
  const ModelLibrary library = makeModelLibrary({});
  for (const std::string& name : library.names()) {
    const LoadedModel loaded = library.loadWithSources(name);
    list.push_back(
        {{"name", name}, {"title", loaded.model.header.title}, {"text", loaded.model.source->text()}});
  }
  return list;
}

json listedMachines() {
  json list = json::array();
  for (const MachineInfo& machine : machines()) {
    list.push_back({{"name", machine.name},
                    {"title", machine.title},
                    {"model", machine.abilities.model},
                    {"text", machineText(machine.name)}});
  }
  return list;
}

KnownNames knownNames() {
  KnownNames known;
  known.models = makeModelLibrary({}).names();
  for (const MachineInfo& machine : machines()) {
    known.machines.push_back(machine.name);
  }
  return known;
}

std::string answered(const std::string& command, const std::string& body) {
  const Question question = readQuestion(command, body, knownNames(), limits());
  write(kIn, question.text);
  for (const OwnText& own : question.files) {
    write(own.file, own.text);
  }
  redirect(STDIN_FILENO, kIn, O_RDONLY);
  redirect(STDOUT_FILENO, kOut, O_WRONLY | O_CREAT | O_TRUNC);
  redirect(STDERR_FILENO, kErrors, O_WRONLY | O_CREAT | O_TRUNC);
  std::vector<const char*> words = {"hrfcheck"};
  for (const std::string& argument : question.arguments) {
    words.push_back(argument.c_str());
  }
  const auto begun = std::chrono::steady_clock::now();
  Answer result;
  result.status = static_cast<int>(run(static_cast<int>(words.size()), words.data()));
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  std::fflush(stdout);
  std::fflush(stderr);
  result.output = contentOf(kOut);
  result.errors = contentOf(kErrors);
  return envelope(result, question.json);
}

/// Whether the playground reads such files at all.
bool isRead(const std::string& file) {
  return !frontend::via::needsCompiler(file) && !isModuleFile(file) && !frontend::ptx::isPtxFile(file);
}

}  // namespace
}  // namespace hrfcheck

extern "C" {

/// {version, models, machines, platforms, dialects, seconds, longest}; models and machines with their texts.
[[gnu::used]] const char* hrfcheck_about() {
  using namespace hrfcheck;
  json platformNames = json::array();
  for (const Platform& platform : platforms()) {
    platformNames.push_back(platform.name);
  }
  return returned(dumped({{"version", HRFCHECK_VERSION},
                          {"models", listedModels()},
                          {"machines", listedMachines()},
                          {"platforms", platformNames},
                          {"dialects", targetsOfConversion()},
                          {"seconds", QuestionLimits().seconds},
                          {"longest", limits().seconds}}));
}

/// The tests in two folders of the module's file system, [{path, file, test}], by path.
[[gnu::used]] const char* hrfcheck_corpus() {
  using namespace hrfcheck;
  json tests = json::array();
  for (const std::string& path : walkCorpus({"litmus", "kernels"}).tests) {
    const TestPath meant = testPathOf(path);
    if (isRead(meant.file)) {
      tests.push_back({{"path", path}, {"file", meant.file}, {"test", meant.test}});
    }
  }
  return returned(dumped(tests));
}

/// An answer as that of a server; {"refused": HTTP status, "error": why} for what is no question.
[[gnu::used]] const char* hrfcheck_answer(const char* command, const char* body) {
  using namespace hrfcheck;
  try {
    if (std::ranges::count(askableCommands(), command) == 0) {
      throw Refused(kNotFound, "there is nothing at this address");
    }
    return returned(answered(command, body));
  } catch (const Refused& refused) {
    return returned(dumped({{"refused", refused.status()}, {"error", refused.what()}}));
  } catch (const UserError& error) {
    return returned(dumped({{"refused", kInternal}, {"error", error.diagnostics().front().message}}));
  }
}
}
