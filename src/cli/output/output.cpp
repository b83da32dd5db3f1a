#include "cli/output/output.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "batch/output_files.h"
#include "report/text/text_layout.h"
#include "util/process/atomic_file.h"

namespace hrfcheck::inline cli {
namespace {

/// Of text that does not go to a terminal.
constexpr std::size_t kFileWidth = 120;
/// Below this, broken lines are no easier to read.
constexpr std::size_t kNarrowest = 40;

/// Of standard output, where that is a terminal that knows it.
std::optional<std::size_t> terminalWidth() {
  winsize size{};
  const bool known = ::isatty(STDOUT_FILENO) != 0 && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
  return known && size.ws_col > 0 ? std::optional<std::size_t>(size.ws_col) : std::nullopt;
}

bool coloursWanted() {
  const char* noColour = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  return (noColour == nullptr || *noColour == '\0') && (term == nullptr || std::string(term) != "dumb");
}

}  // namespace

void Output::write(const std::string& text) {
  if (path_) {
    pending_ += text;
    return;
  }
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
    throw UserError(fmt::format("cannot write to standard output: {}", std::strerror(errno)));
  }
}

void Output::writeLines(const std::string& text) {
  write(path_ ? text : withoutCommands(text));
}

void Output::writeText(const std::string& text) {
  const std::optional<std::size_t> terminal = path_ ? std::nullopt : terminalWidth();
  writeLines(terminal ? folded(text, std::max(*terminal, kNarrowest))
                      : folded(text, kFileWidth, WideRows::Keep));
}

void Output::commit() {
  if (path_) {
    writeAtomically(*path_, pending_);
  }
}

void requireOtherFiles(const std::vector<NamedOutput>& outputs, const std::vector<std::string>& inputs) {
  std::vector<OutputFile> files;
  for (const auto& [option, path] : outputs) {
    if (path) {
      files.push_back({option, *path});
    }
  }
  refuseOverwriting(files, inputs);
}

void requireOtherFiles(const std::vector<NamedOutput>& outputs, const std::vector<std::string>& tests,
                       const ModelChoice& models) {
  std::vector<std::string> inputs = tests;
  inputs.insert(inputs.end(), models.files().begin(), models.files().end());
  requireOtherFiles(outputs, inputs);
}

bool useColour(const ReportArguments& arguments) {
  switch (arguments.colour) {
    case ColourMode::Always:
      return true;
    case ColourMode::Never:
      return false;
    case ColourMode::Auto:
      break;
  }
  return !arguments.output && ::isatty(STDOUT_FILENO) != 0 && coloursWanted();
}

std::string withoutCommands(const std::string& text) {
  constexpr std::string_view kCommand = "::";
  constexpr std::string_view kOlder = "##[";
  std::string result;
  bool lineBegins = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = std::string_view(text).substr(i);
    if (lineBegins && rest.starts_with(kCommand)) {
      result += '\\';
    }
    if (rest.starts_with(kOlder)) {
      result += "##\\";
      i += kOlder.size() - 2;
      lineBegins = false;
      continue;
    }
    lineBegins = text[i] == '\n' || text[i] == '\r' || (lineBegins && (text[i] == ' ' || text[i] == '\t'));
    result += text[i];
  }
  return result;
}

void complain(const std::vector<Diagnostic>& diagnostics) {
  constexpr std::size_t kMostShown = 50;
  const bool colour = ::isatty(STDERR_FILENO) != 0 && coloursWanted();
  std::string text;
  for (std::size_t i = 0; i < std::min(kMostShown, diagnostics.size()); ++i) {
    text += render(diagnostics[i], colour);
  }
  if (diagnostics.size() > kMostShown) {
    text += fmt::format("... and {} more (--format json lists all)\n", diagnostics.size() - kMostShown);
  }
  text = withoutCommands(text);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace hrfcheck::inline cli
