#include "frontend/ptx/origins.h"

#include <fmt/format.h>

#include "util/characters.h"

namespace hrfcheck::frontend::ptx {

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
