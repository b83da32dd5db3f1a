#include "frontend/ptx/debug/origins.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "util/characters.h"
#include "util/diagnostic.h"
#include "util/read_source.h"

namespace hrfcheck::frontend::ptx {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBlanksAround = " \t\r";

SourcePtr readIfThere(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) {
    return nullptr;
  }
  try {
    return readSource(path.string());
  } catch (const UserError&) {
    return nullptr;  // the module is read without it
  }
}

}  // namespace

SourceFiles::SourceFiles(const SourcePtr& written, std::map<std::uint32_t, std::string> files)
    : written_(written),
      folder_(fs::path(written->name()).parent_path().string()),
      files_(std::move(files)) {}

SourcePtr SourceFiles::file(std::uint32_t number) {
  const auto [entry, fresh] = read_.try_emplace(number);
  const auto named = files_.find(number);
  if (fresh && named != files_.end()) {
    const fs::path path(named->second);
    if (written_->module() != nullptr) {
      entry->second = isWritten(named->second) ? written_ : nullptr;
      return entry->second;
    }
    if (path.is_relative()) {
      entry->second = readIfThere(fs::path(folder_) / path);
    }
    if (entry->second == nullptr) {
      entry->second = readIfThere(fs::path(folder_) / path.filename());
    }
  }
  return entry->second;
}

/// Compilers write a name as they were told it, or behind the folder that they work in.
bool SourceFiles::isWritten(const std::string& file) const {
  const std::string& name = written_->name();
  return file == name || (file.ends_with(name) && file[file.size() - name.size() - 1] == '/');
}

std::optional<Place> SourceFiles::line(std::uint32_t file, std::uint32_t line) {
  const SourcePtr source = line == 0 ? nullptr : this->file(file);
  const std::string_view text = source == nullptr ? "" : source->line(line);
  const std::size_t first = text.find_first_not_of(kBlanksAround);
  if (first == std::string_view::npos) {
    return std::nullopt;
  }
  const std::uint32_t begin = source->lineStart(line);
  return Place{source,
               {begin + static_cast<std::uint32_t>(first),
                begin + static_cast<std::uint32_t>(text.find_last_not_of(kBlanksAround)) + 1}};
}

std::optional<SourceFiles::Written> SourceFiles::written(std::uint32_t file, LineColumn at) {
  if (written_->module() == nullptr || at.line == 0 || at.column == 0 || this->file(file) != written_) {
    return std::nullopt;
  }
  const std::uint32_t place = written_->lineStart(at.line) + at.column - 1;
  const std::string_view text = std::string_view(written_->text()).substr(0, written_->fileEnd());
  if (place >= written_->lineStart(at.line + 1) || place >= text.size()) {
    return std::nullopt;
  }
  if (!statements_) {
    statements_.emplace(text);
  }
  const std::vector<Span> statements = statements_->around(place);
  return Written{callAt(text, place).value_or(Span{}), statements.empty() ? Span{} : statements.front()};
}

std::uint32_t Origins::add(const PtxInstruction& instruction) {
  Entry entry;
  entry.place = entry.origin.place = {source_, instruction.span};
  entry.origin.text = textOf(instruction);
  if (!compiled_) {
    entry.origin.code = entry.origin.statement = instruction.span;
  }
  if (const auto at = positionOf(instruction)) {
    const auto line = files_.line(at->file, at->line);
    entry.origin.place = *line;
    if (const auto written = files_.written(at->file, {at->line, at->column})) {
      entry.origin.code = written->call;
      entry.origin.statement = written->statement;
    }
    const std::string_view text = line->source->slice(line->span);
    entry.origin.text = compiled_ ? fmt::format("{}  // {}", text, instruction.fullName())
                                  : fmt::format("{}  // {}, line {} of PTX", text, instruction.fullName(),
                                                entry.place.position().line);
  }
  entry.name = instruction.name == "}" ? "" : fmt::format("'{}'", instruction.fullName());
  entries_.push_back(std::move(entry));
  return static_cast<std::uint32_t>(entries_.size() - 1);
}

/// Of inlined code whose file is not found (headers, mostly), where it was called.
std::optional<SourcePosition> Origins::positionOf(const PtxInstruction& instruction) {
  std::optional<std::uint32_t> at = instruction.location;
  for (std::size_t calls = 0; at && calls <= locations_.size(); ++calls) {
    const SourceLocation& location = locations_[*at];
    if (files_.line(location.at.file, location.at.line)) {
      return location.at;
    }
    at = location.caller;
  }
  return std::nullopt;
}

std::optional<Place> Origins::lineOf(const PtxInstruction& instruction) {
  const auto at = positionOf(instruction);
  return at ? files_.line(at->file, at->line) : std::nullopt;
}

/// As written, white space folded, without the semicolon.
std::string Origins::textOf(const PtxInstruction& instruction) const {
  std::string text;
  for (const char c : source_->slice(instruction.span)) {
    const bool blank = isSpace(c);
    if (!blank) {
      text += c;
    } else if (!text.empty() && text.back() != ' ') {
      text += ' ';
    }
  }
  while (!text.empty() && (text.back() == ';' || text.back() == ' ')) {
    text.pop_back();
  }
  return text;
}

}  // namespace hrfcheck::frontend::ptx
