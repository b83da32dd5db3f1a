#include "util/diagnostic.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <tuple>
#include <utility>

#include "util/text.h"
#include "util/utf8.h"

namespace hrfcheck::inline util {
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

bool isContinuation(char c) {
  return (static_cast<unsigned char>(c) & 0xc0U) == 0x80;
}

/// How many bytes the character at `at` has; 0 where it is no character that a terminal can show.
std::size_t characterLength(std::string_view text, std::size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  if (first < 0x80) {
    return first == '\t' || (first >= 0x20 && first != 0x7f) ? 1 : 0;
  }
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
  const std::string_view rest = text.substr(at).substr(0, length).substr(length == 0 ? 0 : 1);
  const bool whole = first < 0xf5 && rest.size() + 1 == length;
  return whole && std::all_of(rest.begin(), rest.end(), isContinuation) ? length : 0;
}

/// The text with a '?' for each byte that would upset a terminal.
std::string printable(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = characterLength(text, i);
    result += length == 0 ? "?" : text.substr(i, length);
    i += std::max<std::size_t>(length, 1);
  }
  return result;
}

/// The part of a line that is shown, and the place in it.
struct Excerpt {
  std::string before;  ///< the line up to the place
  std::string marked;
  std::string after;
};

/// Of a long line, what is near the place.
Excerpt excerptOf(const Place& place, LineColumn at, std::string_view line) {
  constexpr std::size_t kBefore = 100;
  constexpr std::size_t kMarkedAndAfter = 100;
  const std::size_t begin = std::min<std::size_t>(at.column - 1, line.size());
  const std::size_t length =
      std::min<std::size_t>(place.span.end - std::min(place.span.begin, place.span.end), line.size() - begin);
  std::size_t from = begin > kBefore ? begin - kBefore : 0;
  std::size_t to = std::min(line.size(), begin + kMarkedAndAfter);
  const auto toBoundary = [&](std::size_t& i) {
    while (i > 0 && i < line.size() && isContinuation(line[i])) {
      --i;
    }
  };
  toBoundary(from);
  toBoundary(to);
  const std::size_t markedEnd = std::min(begin + length, std::max(to, begin));
  return {(from > 0 ? "..." : "") + printable(line.substr(from, begin - from)),
          printable(line.substr(begin, markedEnd - begin)),
          printable(line.substr(markedEnd, std::max(to, markedEnd) - markedEnd)) +
              (to < line.size() ? "..." : "")};
}

std::size_t charactersIn(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !isContinuation(c); }));
}

/// A caret under the place; tabs stay tabs, so that it is where the terminal shows the place.
std::string caretLine(const Excerpt& excerpt) {
  std::string line;
  for (const char c : excerpt.before) {
    if (!isContinuation(c)) {
      line += c == '\t' ? '\t' : ' ';
    }
  }
  return line + "^" + std::string(std::max<std::size_t>(charactersIn(excerpt.marked), 1) - 1, '~');
}

std::string renderAll(const std::vector<Diagnostic>& diagnostics) {
  std::string text;
  for (const Diagnostic& d : diagnostics) {
    text += render(d);
  }
  return text;
}

bool earlier(const Diagnostic& a, const Diagnostic& b) {
  const auto nameOf = [](const Place& place) {
    return place.known() ? std::string_view(place.source->name()) : std::string_view();
  };
  return std::tuple(nameOf(a.place), a.place.span.begin) < std::tuple(nameOf(b.place), b.place.span.begin);
}

std::vector<Diagnostic> sortedByPlace(std::vector<Diagnostic> diagnostics) {
  if (!std::is_sorted(diagnostics.begin(), diagnostics.end(), earlier)) {
    std::stable_sort(diagnostics.begin(), diagnostics.end(), earlier);
  }
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

/// Whether a file is no text (a module as compilers write it): none of its lines can be shown.
bool isBinary(const Source& source) {
  constexpr std::size_t kHead = 256;
  return source.text().substr(0, std::min<std::size_t>(kHead, source.fileEnd())).find('\0') !=
         std::string::npos;
}

}  // namespace

std::string render(const Diagnostic& diagnostic, bool colour) {
  const Paint paint{colour};
  const char* kindColour = diagnostic.severity == Severity::Error ? "1;31" : "1;35";
  const std::string kind = paint(kindColour, fmt::format("{}:", label(diagnostic.severity)));
  std::string text;
  if (!diagnostic.place.known()) {
    text = fmt::format("{} {}\n", kind, cleaned(diagnostic.message, Controls::Lines));
  } else if (isBinary(*diagnostic.place.source)) {
    text =
        fmt::format("{} {} {}\n", paint("1", cleaned(diagnostic.place.source->name(), Controls::None) + ":"),
                    kind, cleaned(diagnostic.message, Controls::Lines));
  } else {
    const LineColumn at = diagnostic.place.position();
    const Excerpt line = excerptOf(diagnostic.place, at, diagnostic.place.source->line(at.line));
    const std::string where = cleaned(diagnostic.place.shown(), Controls::None);
    text = fmt::format("{} {} {}\n  {}{}{}\n  {}\n", paint("1", where + ":"), kind,
                       cleaned(diagnostic.message, Controls::Lines), line.before, line.marked, line.after,
                       paint("1;32", caretLine(line)));
  }
  if (!diagnostic.hint.empty()) {
    text += fmt::format("  hint: {}\n", cleaned(diagnostic.hint, Controls::Lines));
  }
  return text;
}

UserError::UserError(std::vector<Diagnostic> diagnostics)
    : diagnostics_(sortedByPlace(std::move(diagnostics))) {}

const char* UserError::what() const noexcept try {
  if (rendered_.empty()) {
    rendered_ = renderAll(diagnostics_);
  }
  return rendered_.c_str();
} catch (...) {
  return "an error in the input, and too little memory to describe it";
}

UserError::UserError(Place place, std::string message, std::string hint)
    : UserError(
          std::vector<Diagnostic>{{Severity::Error, std::move(place), std::move(message), std::move(hint)}}) {
}

UserError::UserError(std::string message, std::string hint)
    : UserError(Place{}, std::move(message), std::move(hint)) {}

/// Finding mistakes takes time, too.
constexpr std::size_t kMostErrors = 1000;

/// @throws UserError with all of them when there are a thousand
void Diagnostics::error(Place place, std::string message, std::string hint) {
  all_.push_back({Severity::Error, std::move(place), std::move(message), std::move(hint)});
  ++errors_;
  if (errors_ == kMostErrors) {
    all_.push_back(
        {Severity::Error, {}, fmt::format("this is error number {}; reading stops here", kMostErrors), ""});
    throwIfErrors();
  }
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
    const bool sameButForCase = lowered(name) == lowered(candidate);
    const std::size_t distance = sameButForCase ? 0 : editDistance(name, candidate);
    // A name of which every letter would have to change is not near.
    if (distance <= kMaxEdits && distance < std::max(name.size(), candidate.size())) {
      ranked.emplace_back(distance, candidate);
    }
  }
  std::sort(ranked.begin(), ranked.end());
  if (!ranked.empty() && ranked.front().first == 0) {
    std::erase_if(ranked, [](const auto& entry) { return entry.first > 0; });
  }
  std::vector<std::string> result;
  for (std::size_t i = 0; i < std::min(kMaxNames, ranked.size()); ++i) {
    result.push_back(ranked[i].second);
  }
  return result;
}

}  // namespace hrfcheck::inline util
