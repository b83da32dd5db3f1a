#include "frontend/compilers/clang_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>

namespace hrfcheck::frontend::via {
namespace {

/// Folders with headers of the system's C and C++ that a compiler would look at; it is asked once.
std::vector<std::string> systemFolders(const CompilerRun& run, const std::string& clang) {
  static std::mutex mutex;
  static std::map<std::string, std::vector<std::string>> known;
  {
    const std::lock_guard lock(mutex);
    if (const auto found = known.find(clang); found != known.end()) {
      return found->second;
    }
  }
  const ProgramResult said = run.ask({clang, "-x", "c++", "-E", "-v", "/dev/null"});
  std::vector<std::string> folders;
  constexpr std::string_view kBegin = "#include <...> search starts here:\n";
  std::size_t at = said.errors.find(kBegin);
  at = at == std::string::npos ? said.errors.size() : at + kBegin.size();
  while (at < said.errors.size() && said.errors[at] == ' ') {
    const std::size_t end = std::min(said.errors.find('\n', at), said.errors.size());
    const std::string folder = said.errors.substr(at + 1, end - at - 1);
    std::error_code none;
    const std::filesystem::path real = std::filesystem::canonical(folder, none);
    if (!none) {
      folders.push_back(real.string());
    }
    at = end + 1;
  }
  if (said.succeeded()) {
    const std::lock_guard lock(mutex);
    known.emplace(clang, folders);
  }
  return folders;
}

constexpr const char* kPrecompiled = "precompiled.pch";

/// Our headers as clang has read them, by the command that they are read with, from the second time on that a
/// command comes, or the first where many are expected: `repair` compiles a text a dozen times, and most of
/// what each takes is to read the headers.
class PrecompiledHeaders {
 public:
  struct Header {
    std::optional<std::string> read;  ///< empty where none can be made
    bool proved = false;  ///< a text has been compiled with it: where another is not, the text is wrong
  };

  static PrecompiledHeaders& all() {
    static PrecompiledHeaders headers;
    return headers;
  }

  /// @param command ends before what is read and what is made of it; the header is not in it
  Header of(const CompilerRun& run, std::vector<std::string> command, const std::string& main,
            const std::string& folder) {
    const std::lock_guard lock(mutex_);
    const auto [known, first] = headers_.try_emplace(command);
    Header& header = known->second;
    if ((!first || many_) && !header.read) {
      // Without times: every run has files of its own.
      command.insert(command.end(), {"-include", main, "-w", "-fsyntax-only", "-Xclang", "-emit-pch",
                                     "-Xclang", "-fno-pch-timestamp", "-"});
      ProgramResult made = run.attempt(command, "", folder, false);
      header.read = made.succeeded() ? std::move(made.output) : "";
    }
    return header;
  }

  void expectMany() {
    const std::lock_guard lock(mutex_);
    many_ = true;
  }

  void prove(const std::vector<std::string>& command) {
    const std::lock_guard lock(mutex_);
    headers_[command].proved = true;
  }

 private:
  std::mutex mutex_;
  bool many_ = false;  ///< from the first time on
  std::map<std::vector<std::string>, Header> headers_;
};

/// Without the special functions of C++17 first: to read them takes longer than all the rest.
constexpr const char* kWithSpecialFunctions = "-DHRFCHECK_SPECIAL_FUNCTIONS";

/// Whether something is not declared, which what was left out may declare.
bool lacksDeclaration(const ProgramResult& result) {
  constexpr std::array kPhrases = {"undeclared identifier", "no member named"};
  return std::ranges::any_of(
      kPhrases, [&](const char* phrase) { return result.errors.find(phrase) != std::string::npos; });
}

}  // namespace

void expectManyCompilations() {
  PrecompiledHeaders::all().expectMany();
}

ClangText::ClangText(const CompilerRun& run, const ClangHeaders& headers, std::vector<std::string> how)
    : run_(run), headers_(headers), command_(std::move(how)) {
  const std::string program = command_.front();
  for (const auto& [name, text] : headers.files) {
    folder_.write("headers/" + name, text);
  }
  command_.insert(command_.end(), {"-Wno-register", "-nostdinc", "-isystem", headers.folder});
  std::vector<SeenFolder> seen = {{headers.folder, folder_.path() + "/headers"}};
  for (const std::string& system : systemFolders(run, program)) {
    seen.push_back({system, system});
    command_.insert(command_.end(), {"-isystem", system});
  }
  folder_.writeOverlay(seen);
  command_.insert(command_.end(), {"-ivfsoverlay", folder_.overlayFromInside()});
  run.define(command_);
}

ProgramResult ClangText::made(const std::string& text, const std::vector<std::string>& reading,
                              const std::vector<std::string>& making) const {
  std::vector<std::string> command = command_;
  command.insert(command.end(), reading.begin(), reading.end());
  ProgramResult result = attempt(text, command, making);
  if (!result.succeeded() && lacksDeclaration(result)) {
    command.emplace_back(kWithSpecialFunctions);
    result = attempt(text, command, making);
  }
  return result;
}

ProgramResult ClangText::attempt(const std::string& text, const std::vector<std::string>& command,
                                 const std::vector<std::string>& making) const {
  const auto whole = [&](std::initializer_list<std::string> header) {
    std::vector<std::string> all = command;
    all.insert(all.end(), header);
    all.insert(all.end(), making.begin(), making.end());
    return all;
  };
  const auto header = PrecompiledHeaders::all().of(run_, command, headers_.main, folder_.inside());
  if (header.read && !header.read->empty()) {
    folder_.write(fmt::format("headers/{}", kPrecompiled), *header.read);
    ProgramResult result = run_.attempt(
        whole({"-Xclang", "-include-pch", "-Xclang", fmt::format("{}/{}", headers_.folder, kPrecompiled)}),
        text, folder_.inside(), false);
    if (result.succeeded()) {
      PrecompiledHeaders::all().prove(command);
    }
    if (result.succeeded() || header.proved) {
      return result;
    }
  }
  return run_.attempt(whole({"-include", headers_.main}), text, folder_.inside(), false);
}

}  // namespace hrfcheck::frontend::via
