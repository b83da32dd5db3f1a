#include "cli/output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace hrfcheck {
namespace {

namespace fs = std::filesystem;

void writeFile(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) {
    throw UserError(fmt::format("cannot write {}", path));
  }
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
    throw UserError("cannot write to standard output");
  }
}

void Output::commit() {
  if (!path_) {
    return;
  }
  std::error_code error;
  const fs::file_status status = fs::status(*path_, error);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    // A device or a pipe cannot be replaced by a file.
    writeFile(*path_, pending_);
    return;
  }
  const std::string temporary = fmt::format("{}.{}.tmp", *path_, ::getpid());
  try {
    writeFile(temporary, pending_);
  } catch (const UserError&) {
    fs::remove(temporary, error);
    throw UserError(fmt::format("cannot write {}", *path_));
  }
  fs::rename(temporary, *path_, error);
  if (error) {
    const std::string why = error.message();
    fs::remove(temporary, error);
    throw UserError(fmt::format("cannot write {}: {}", *path_, why));
  }
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
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace hrfcheck
