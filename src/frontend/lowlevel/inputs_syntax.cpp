#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "frontend/lowlevel/inputs.h"
#include "frontend/shared/text/cursor.h"
#include "util/characters.h"
#include "util/text.h"

// Lines `init`, as they are written.

namespace hrfcheck::frontend::lowlevel {
namespace {

/// So many names are listed where one is wrong.
constexpr std::size_t kMostListed = 16;
constexpr std::uint64_t kMostElements = 65'536;

/// The argument of `zeros(36)`; nothing for other texts.
std::optional<std::string_view> argumentOf(std::string_view text, std::string_view function) {
  if (!text.starts_with(function) || !text.ends_with(')')) {
    return std::nullopt;
  }
  text = stripped(text.substr(function.size()));
  return text.starts_with('(') ? std::optional(text.substr(1, text.size() - 2)) : std::nullopt;
}

}  // namespace

std::string InputReader::valueOf(std::string_view text) {
  if (const auto address = addressIn(text)) {
    return std::to_string(*address);
  }
  const auto known = constants_.find(text);
  return known == constants_.end() ? std::string(text) : std::to_string(known->second);
}

std::optional<std::uint64_t> InputReader::countIn(std::string_view text) const {
  const auto known = constants_.find(stripped(text));
  const std::string number =
      known == constants_.end() ? std::string(stripped(text)) : std::to_string(known->second);
  std::uint64_t count = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), count);
  return error == std::errc{} && end == number.data() + number.size() && !number.empty() &&
                 count <= kMostElements
             ? std::optional(count)
             : std::nullopt;
}

void InputReader::fail(Span span, const std::string& message, const std::string& hint) {
  diagnostics_.error({source_, span}, message, hint);
}

void InputReader::unknownName(const Entry& entry) {
  std::vector<std::string> known;
  for (const NamedObject& object : names_.all()) {
    if (std::ranges::find(known, object.name) == known.end()) {
      known.push_back(object.name);
    }
  }
  const std::string meant = didYouMean(entry.name, known);
  fail(entry.span, fmt::format("the kernel has no parameter '{}'", entry.name),
       meant.empty() && !known.empty() && known.size() <= kMostListed
           ? fmt::format("it has {}; or specify parameters by number: 0 for the first", commaList(known))
           : meant);
}

/// Entries, with `;` between them.
void InputReader::line(Span span) {
  const std::string& text = source_->text();
  for (std::uint32_t begin = span.begin; begin < span.end;) {
    const auto end = static_cast<std::uint32_t>(std::min<std::size_t>(text.find(';', begin), span.end));
    Span one{begin, end};
    while (one.begin < one.end && isSpace(text[one.begin])) {
      ++one.begin;
    }
    while (one.begin < one.end && isSpace(text[one.end - 1])) {
      --one.end;
    }
    if (one.begin < one.end) {
      if (auto read = entry(one)) {
        entries_.push_back(std::move(*read));
      }
    }
    begin = end + 1;
  }
}

std::optional<InputReader::Entry> InputReader::entry(Span span) {
  Entry result;
  result.span = span;
  const std::string_view text = source_->slice(span);
  const std::size_t equals = text.find('=');
  std::string_view name = stripped(text.substr(0, equals));
  std::string_view value = equals == std::string_view::npos ? "" : stripped(text.substr(equals + 1));
  if (name == "rest" || name == "rest 0") {
    if (name == "rest" && value != "0") {
      fail(span, "'rest' can only be 0: it sets every byte not specified otherwise");
    }
    restIsZero_ = true;
    return std::nullopt;
  }
  if (const std::size_t blank = name.find_first_of(" \t"); blank != std::string_view::npos) {
    const std::string_view word = name.substr(0, blank);
    result.type = elementTypeNamed(word);
    name = stripped(name.substr(blank));
    if (!result.type) {
      fail(span, fmt::format("'{}' is not an element type", word), "write u8, s32, f32, ...");
      return std::nullopt;
    }
  }
  const std::size_t dot = name.find('.');
  const bool ofLaunch = dot != std::string_view::npos && names_.isLaunch(name.substr(0, dot));
  const std::size_t begin = ofLaunch ? dot + 1 : 0;
  const std::size_t base = std::min(name.find_first_of(".[", begin), name.size());
  if (name.find('.', begin) != std::string_view::npos) {
    result.path = name.substr(base);
    name = name.substr(0, base);
  } else if (const std::size_t bracket = name.find('['); bracket != std::string_view::npos) {
    result.count =
        name.ends_with(']') ? countIn(name.substr(bracket + 1, name.size() - bracket - 2)) : std::nullopt;
    if (!result.count || *result.count == 0) {
      fail(span, fmt::format("expected a number of elements from 1 to {} in '{}'", kMostElements, name));
      return std::nullopt;
    }
    name = stripped(name.substr(0, bracket));
  }
  result.name = std::string(name);
  std::vector<const NamedObject*> named = names_.find(name);
  if (!named.empty()) {
    result.named = named.front();
    result.others.assign(named.begin() + 1, named.end());
  } else if (!result.path.empty() || ofLaunch || isDigit(name.empty() ? '0' : name.front())) {
    unknownName(result);
    return std::nullopt;
  }
  if (const auto bytes = argumentOf(value, "zeros")) {
    result.zeros = countIn(*bytes);
    if (!result.zeros || *result.zeros == 0) {
      fail(span, fmt::format("expected a number of bytes from 1 to {} in '{}'", kMostElements, value));
      return std::nullopt;
    }
    return result;
  }
  result.iota = value == "iota";
  if (result.iota || value.empty()) {
    return result;
  }
  result.list = value.starts_with('{') || value.find(',') != std::string_view::npos;
  if (value.starts_with('{')) {
    if (!value.ends_with('}')) {
      fail(span, "expected '}' at the end of the values");
      return std::nullopt;
    }
    value = stripped(value.substr(1, value.size() - 2));
  }
  while (!value.empty()) {
    const std::size_t comma = value.find(',');
    result.values.push_back(stripped(value.substr(0, comma)));
    value = comma == std::string_view::npos ? "" : value.substr(comma + 1);
  }
  return result;
}

}  // namespace hrfcheck::frontend::lowlevel
