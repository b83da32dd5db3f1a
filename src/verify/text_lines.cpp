#include "verify/text_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "util/text.h"

namespace hrfcheck::inline verify {
namespace {

constexpr std::string_view kBlanks = " \t\r";
constexpr std::size_t kShownOfLine = 60;
constexpr std::size_t kLongestName = 200;

}  // namespace

void TextLine::skipBlanks() {
  left_.remove_prefix(std::min(left_.find_first_not_of(kBlanks), left_.size()));
}

std::string_view TextLine::word() {
  if (done()) {
    refuse("ends too early");
  }
  const std::string_view word = left_.substr(0, left_.find_first_of(kBlanks));
  left_.remove_prefix(word.size());
  skipBlanks();
  return word;
}

std::int64_t TextLine::integer() {
  const std::string_view text = word();
  const std::optional<std::int64_t> value = integerIn(text);
  if (!value) {
    refuse(fmt::format("has '{}' for a number", text.substr(0, kShownOfLine)));
  }
  return *value;
}

std::size_t TextLine::below(std::size_t limit) {
  const std::int64_t value = integer();
  if (value < 0 || static_cast<std::size_t>(value) >= limit) {
    refuse(fmt::format("has {} where a number below {} is expected", value, limit));
  }
  return static_cast<std::size_t>(value);
}

std::string TextLine::rest() {
  const std::string text(left_.substr(0, left_.find_last_not_of(kBlanks) + 1));
  left_ = {};
  return text;
}

void TextLine::end() const {
  if (!done()) {
    refuse("has more words than expected");
  }
}

void TextLine::refuse(const std::string& what) const {
  const char* more = text_.size() > kShownOfLine ? "..." : "";
  throw Refused(file_, number_, fmt::format("'{}{}' {}", text_.substr(0, kShownOfLine), more, what));
}

void eachLine(const std::string& file, std::string_view text, PacedLook& look,
              const std::function<void(TextLine&)>& visit) {
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view words = takeLine(text);
    TextLine line(file, number, words);
    look.spend(words.size() + 1);
    if (!line.done()) {
      visit(line);
    }
  }
}

void eachLineUntilEnd(const std::string& file, std::string_view text, PacedLook& look,
                      const std::function<void(TextLine&)>& visit) {
  bool ended = false;
  eachLine(file, text, look, [&](TextLine& line) {
    if (ended) {
      line.refuse("comes after the end");
    }
    TextLine whole = line;
    ended = whole.word() == "end" && whole.done();
    if (!ended) {
      visit(line);
    }
  });
  if (!ended) {
    throw Refused(file, 0, "the file is cut off");
  }
}

std::optional<std::int64_t> integerIn(std::string_view word) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  return error == std::errc() && end == word.data() + word.size() ? std::optional(value) : std::nullopt;
}

bool isPlainName(std::string_view word) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '+' || c == '.';
  };
  return !word.empty() && word.size() <= kLongestName && word.front() != '.' && word.front() != '-' &&
         std::all_of(word.begin(), word.end(), plain);
}

}  // namespace hrfcheck::inline verify
