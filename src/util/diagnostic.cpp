#include "util/diagnostic.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <tuple>
#include <utility>

namespace hrfcheck {
namespace {

struct Paint {
  bool on;
  std::string operator()(const char* code, const std::string& text) const {
    return on ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : text;
  }
};

const char* label(Severity severity) {
  return severity == Severity::Error ? "error" : "warning";
}

/// The blank part before the caret; tabs stay tabs, so that the caret stands where the terminal shows the
/// place.
std::string indentUpTo(std::string_view line, std::uint32_t column) {
  std::string indent;
  for (std::uint32_t i = 0; i + 1 < column; ++i) {
    indent += i < line.size() && line[i] == '\t' ? '\t' : ' ';
  }
  return indent;
}

std::string caretLine(const Place& place, LineColumn at, std::string_view line) {
  const std::size_t rest = line.size() >= at.column ? line.size() - at.column + 1 : 1;
  const std::size_t wanted = place.span.end > place.span.begin ? place.span.end - place.span.begin : 1;
  return indentUpTo(line, at.column) + "^" + std::string(std::min(wanted, rest) - 1, '~');
}

std::string renderAll(const std::vector<Diagnostic>& diagnostics) {
  std::string text;
  for (const Diagnostic& d : diagnostics) {
    text += render(d);
  }
  return text;
}

bool earlier(const Diagnostic& a, const Diagnostic& b) {
  const std::string nameA = a.place.known() ? a.place.source->name() : "";
  const std::string nameB = b.place.known() ? b.place.source->name() : "";
  return std::tie(nameA, a.place.span.begin) < std::tie(nameB, b.place.span.begin);
}

std::vector<Diagnostic> sortedByPlace(std::vector<Diagnostic> diagnostics) {
  std::stable_sort(diagnostics.begin(), diagnostics.end(), earlier);
  return diagnostics;
}

std::size_t editDistance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) {
    row[j] = j;
  }
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substitute = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({substitute, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string render(const Diagnostic& diagnostic, bool colour) {
  const Paint paint{colour};
  const char* kindColour = diagnostic.severity == Severity::Error ? "1;31" : "1;35";
  const std::string kind = paint(kindColour, fmt::format("{}:", label(diagnostic.severity)));
  std::string text;
  if (!diagnostic.place.known()) {
    text = fmt::format("{} {}\n", kind, diagnostic.message);
  } else {
    const LineColumn at = diagnostic.place.position();
    const std::string_view line = diagnostic.place.source->line(at.line);
    const std::string where = fmt::format("{}:{}:{}:", diagnostic.place.source->name(), at.line, at.column);
    text = fmt::format("{} {} {}\n  {}\n  {}\n", paint("1", where), kind, diagnostic.message, line,
                       paint("1;32", caretLine(diagnostic.place, at, line)));
  }
  if (!diagnostic.hint.empty()) {
    text += fmt::format("  hint: {}\n", diagnostic.hint);
  }
  return text;
}

UserError::UserError(std::vector<Diagnostic> diagnostics)
    : std::runtime_error(renderAll(sortedByPlace(diagnostics))),
      diagnostics_(sortedByPlace(std::move(diagnostics))) {}

UserError::UserError(Place place, std::string message, std::string hint)
    : UserError(
          std::vector<Diagnostic>{{Severity::Error, std::move(place), std::move(message), std::move(hint)}}) {
}

UserError::UserError(std::string message, std::string hint)
    : UserError(Place{}, std::move(message), std::move(hint)) {}

void Diagnostics::error(Place place, std::string message, std::string hint) {
  all_.push_back({Severity::Error, std::move(place), std::move(message), std::move(hint)});
  ++errors_;
}

void Diagnostics::warning(Place place, std::string message, std::string hint) {
  all_.push_back({Severity::Warning, std::move(place), std::move(message), std::move(hint)});
}

std::vector<Diagnostic> Diagnostics::warnings() const {
  std::vector<Diagnostic> result;
  std::copy_if(all_.begin(), all_.end(), std::back_inserter(result),
               [](const Diagnostic& d) { return d.severity == Severity::Warning; });
  return result;
}

void Diagnostics::throwIfErrors() const {
  if (!hasErrors()) {
    return;
  }
  std::vector<Diagnostic> errors;
  std::copy_if(all_.begin(), all_.end(), std::back_inserter(errors),
               [](const Diagnostic& d) { return d.severity == Severity::Error; });
  throw UserError(std::move(errors));
}

std::vector<std::string> nearestNames(const std::string& name, const std::vector<std::string>& known) {
  constexpr std::size_t kMaxEdits = 2;
  constexpr std::size_t kMaxNames = 3;
  std::vector<std::pair<std::size_t, std::string>> ranked;
  for (const std::string& candidate : known) {
    const std::size_t distance = editDistance(name, candidate);
    // A name of which every letter would have to change is not near.
    if (distance <= kMaxEdits && distance < std::max(name.size(), candidate.size())) {
      ranked.emplace_back(distance, candidate);
    }
  }
  std::sort(ranked.begin(), ranked.end());
  std::vector<std::string> result;
  for (std::size_t i = 0; i < std::min(kMaxNames, ranked.size()); ++i) {
    result.push_back(ranked[i].second);
  }
  return result;
}

}  // namespace hrfcheck
