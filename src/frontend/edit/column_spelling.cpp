#include <fmt/format.h>

#include <algorithm>

#include "frontend/edit/dialect_spelling.h"
#include "frontend/print/print_litmus.h"
#include "util/diagnostic.h"

namespace hrfcheck::frontend {
namespace {

/// How the dialect writes an instruction that says this; nothing where it cannot.
std::optional<std::string> printedAlone(const Program& program, ThreadId thread, Instruction instruction) {
  Program alone = program;
  instruction.predicate = std::nullopt;
  alone.threads[thread].instructions = {std::move(instruction)};
  try {
    return printedCode(alone, thread).front().text;
  } catch (const UserError&) {
    return std::nullopt;
  }
}

std::optional<std::string> printedWith(const Program& program, ThreadId thread, std::uint32_t instruction,
                                       const Annotation& annotation) {
  Program changed = program;
  annotate(changed, thread, instruction, annotation);
  return printedAlone(program, thread, changed.threads[thread].instructions[instruction]);
}

/// Of "ld.acq.wg r0, x" the part ".acq.wg".
std::string suffixOf(const std::string& printed) {
  const std::string word = printed.substr(0, printed.find(' '));
  return word.find('.') == std::string::npos ? "" : word.substr(word.find('.'));
}

/// Where the suffixes of the instruction are in the text.
Span suffixSpan(const Source& source, const Place& place) {
  const std::string_view text = source.slice(place.span);
  std::size_t at = 0;
  if (text.starts_with('@')) {
    at = std::min(text.find_first_of(" \t\n"), text.size());
    at = std::min(text.find_first_not_of(" \t\n", at), text.size());
  }
  const std::size_t word = std::min(text.find_first_of(" \t\n", at), text.size());
  const std::size_t dot = std::min(text.find('.', at), word);
  return {place.span.begin + static_cast<std::uint32_t>(dot),
          place.span.begin + static_cast<std::uint32_t>(word)};
}

/// What keeps the bar of the table behind the cell where it is, as far as there is room: a change of the
/// blanks.
std::optional<TextChange> padding(const Source& source, std::uint32_t cellEnd, std::ptrdiff_t growth) {
  const std::string& text = source.text();
  const std::size_t next = text.find_first_not_of(' ', cellEnd);
  if (next == std::string::npos || (text[next] != '|' && text[next] != ';')) {
    return std::nullopt;
  }
  if (growth < 0) {
    return TextChange{{cellEnd, cellEnd}, std::string(static_cast<std::size_t>(-growth), ' ')};
  }
  const std::size_t room = next - cellEnd > 1 ? next - cellEnd - 1 : 0;
  const auto taken =
      static_cast<std::uint32_t>(std::min<std::size_t>(room, static_cast<std::size_t>(growth)));
  return taken == 0 ? std::nullopt : std::optional(TextChange{{cellEnd, cellEnd + taken}, ""});
}

/// A fence with this annotation, as it is written; nothing where the dialect has none.
std::optional<std::string> fenceText(const Program& program, ThreadId thread, const Annotation& annotation) {
  Program with = program;
  with.threads[thread].instructions = {Instruction{FenceOp{annotation.atomicity}, std::nullopt, {}, ""}};
  annotate(with, thread, 0, annotation);
  return printedAlone(with, thread, with.threads[thread].instructions[0]);
}

}  // namespace

bool columnsCanSay(const Program& program, ThreadId thread, std::uint32_t instruction,
                   const Annotation& annotation) {
  return printedWith(program, thread, instruction, annotation).has_value();
}

std::optional<std::vector<TextChange>> respelledColumn(const Program& program, ThreadId thread,
                                                       std::uint32_t instruction,
                                                       const Annotation& annotation) {
  const std::optional<std::string> printed = printedWith(program, thread, instruction, annotation);
  if (!printed) {
    return std::nullopt;
  }
  const Place& place = program.threads[thread].instructions[instruction].place;
  const Span old = suffixSpan(*place.source, place);
  const std::string suffix = suffixOf(*printed);
  std::vector<TextChange> changes{{old, suffix}};
  const auto growth =
      static_cast<std::ptrdiff_t>(suffix.size()) - static_cast<std::ptrdiff_t>(old.end - old.begin);
  if (const auto blanks = growth != 0 ? padding(*place.source, place.span.end, growth) : std::nullopt) {
    changes.push_back(*blanks);
  }
  return changes;
}

std::optional<TextChange> columnFenceBefore(const Program& program, ThreadId thread,
                                            std::uint32_t instruction) {
  const Place& place = program.threads[thread].instructions[instruction].place;
  const std::uint32_t level = 1;
  std::optional<std::string> fence;
  for (const Order order : {Order::AcquireRelease, Order::SeqCst}) {
    fence = fence ? fence : fenceText(program, thread, {Atomicity{order, level}});
  }
  if (!fence) {
    return std::nullopt;
  }
  // The row as it is, with blanks for everything but its bars, and the fence in the cell.
  const LineColumn at = place.position();
  std::string row(place.source->line(at.line));
  const std::uint32_t begin = place.span.begin - (at.column - 1);
  std::size_t cell = row.rfind('|', at.column - 1);
  cell = cell == std::string::npos ? 0 : cell + 1;
  std::size_t end = row.find_first_of("|;", at.column - 1);
  if (end == std::string::npos || row.find(';') != row.find_last_not_of(" \t\r")) {
    return std::nullopt;
  }
  for (char& c : row) {
    c = c == '|' || c == ';' ? c : ' ';
  }
  const std::string text = (cell == 0 && row[0] == ' ' && at.column == 1 ? "" : " ") + *fence + " ";
  const std::size_t width = end - cell;
  row.replace(cell, width, text + std::string(width > text.size() ? width - text.size() : 0, ' '));
  return TextChange{{begin, begin}, row.substr(0, row.find_last_not_of(" \t\r") + 1) + "\n"};
}

}  // namespace hrfcheck::frontend
