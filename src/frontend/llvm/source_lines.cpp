#include "frontend/llvm/source_lines.h"

#include <fmt/format.h>

#include <map>

namespace hrfcheck::frontend::llvm {
namespace {

std::map<std::uint32_t, std::string> byNumber(const std::vector<std::string>& files) {
  std::map<std::uint32_t, std::string> result;
  for (std::uint32_t i = 0; i < files.size(); ++i) {
    result.emplace(i, files[i]);
  }
  return result;
}

}  // namespace

SourceLines::SourceLines(const CompiledModule& compiled, const SourcePtr& written)
    : origins_(compiled.origins),
      lines_(compiled.lines),
      written_(written),
      files_(written, byNumber(compiled.files)) {}

const CodeLine* SourceLines::found(std::optional<std::uint32_t> line) {
  while (line && *line < lines_.size()) {
    const CodeLine& at = lines_[*line];
    if (files_.line(at.file, at.line)) {
      return &at;
    }
    line = at.caller;
  }
  return nullptr;
}

std::optional<Place> SourceLines::lineOf(std::optional<std::uint32_t> line) {
  const CodeLine* at = found(line);
  return at == nullptr ? std::nullopt : files_.line(at->file, at->line);
}

/// Where the code of a line was called, from the innermost call on: "line 12, line 30".
std::string SourceLines::callsTo(const CodeLine& line) {
  constexpr unsigned kMost = 8;
  std::string calls;
  std::optional<std::uint32_t> caller = line.caller;
  for (unsigned n = 0; caller && *caller < lines_.size() && n < kMost; ++n) {
    const CodeLine& at = lines_[*caller];
    if (files_.line(at.file, at.line)) {
      calls += fmt::format("{}line {}", calls.empty() ? "" : ", ", at.line);
    }
    caller = at.caller;
  }
  return calls;
}

Place SourceLines::inModule(const CodeOrigin& origin) const {
  if (written_->module() != nullptr || !origin.textLine) {
    return {written_, {}};
  }
  const std::uint32_t begin = written_->lineStart(*origin.textLine);
  const std::string_view text = written_->line(*origin.textLine);
  const std::size_t first = std::min(text.find_first_not_of(" \t"), text.size());
  return {written_,
          {begin + static_cast<std::uint32_t>(first), begin + static_cast<std::uint32_t>(text.size())}};
}

c::Origin SourceLines::originOf(std::uint32_t number) {
  if (number >= origins_.size()) {
    return {{written_, {}}, ""};
  }
  const CodeOrigin& known = origins_[number];
  c::Origin origin;
  origin.place = inModule(known);
  origin.text = known.text;
  const CodeLine* at = found(known.line);
  if (at == nullptr) {
    return origin;
  }
  const Place place = *files_.line(at->file, at->line);
  origin.place = place;
  const std::string_view text = place.source->slice(place.span);
  origin.text = known.textLine && written_->module() == nullptr
                    ? fmt::format("{}  // {}, line {} of LLVM IR", text, known.name, *known.textLine)
                    : fmt::format("{}  // {}", text, known.name);
  if (const std::string calls = callsTo(*at); !calls.empty()) {
    origin.text += ", called in " + calls;
  }
  if (const auto written = files_.written(at->file, {at->line, at->column})) {
    origin.code = written->call;
    origin.statement = written->statement;
  }
  return origin;
}

Place SourceLines::placeOf(std::uint32_t number) {
  if (number >= origins_.size()) {
    return {written_, {}};
  }
  const auto line = lineOf(origins_[number].line);
  return written_->module() == nullptr && origins_[number].textLine ? inModule(origins_[number])
         : line                                                     ? *line
                                                                    : Place{written_, {}};
}

std::string SourceLines::nameOf(std::uint32_t number) const {
  return number < origins_.size() ? fmt::format("'{}'", origins_[number].name) : "";
}

}  // namespace hrfcheck::frontend::llvm
