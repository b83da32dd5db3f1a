#include "util/source.h"

#include <algorithm>

namespace hrfcheck::inline util {

Source::Source(std::string name, std::string text) : Source(std::move(name), std::move(text), "") {}

Source::Source(std::string name, std::string text, const std::string& appended,
               std::shared_ptr<const Source> module)
    : name_(std::move(name)), text_(std::move(text)), lineStarts_{0}, module_(std::move(module)) {
  if (!appended.empty() && !text_.empty() && !text_.ends_with('\n')) {
    text_ += '\n';
  }
  fileEnd_ = static_cast<std::uint32_t>(text_.size());
  text_ += appended;
  for (std::size_t i = 0; i < text_.size(); ++i) {
    if (text_[i] == '\n') {
      lineStarts_.push_back(static_cast<std::uint32_t>(i + 1));
    }
  }
}

LineColumn Source::position(std::uint32_t offset) const {
  offset = std::min<std::uint32_t>(offset, static_cast<std::uint32_t>(text_.size()));
  const auto next = std::upper_bound(lineStarts_.begin(), lineStarts_.end(), offset);
  const auto line = static_cast<std::uint32_t>(next - lineStarts_.begin());
  return {line, offset - lineStarts_[line - 1] + 1};
}

std::string_view Source::line(std::uint32_t number) const {
  if (number == 0 || number > lineStarts_.size()) {
    return {};
  }
  const std::uint32_t begin = lineStarts_[number - 1];
  const std::size_t end = number < lineStarts_.size() ? lineStarts_[number] - 1 : text_.size();
  std::string_view result = std::string_view(text_).substr(begin, end - begin);
  if (result.ends_with('\r')) {
    result.remove_suffix(1);
  }
  return result;
}

std::uint32_t Source::lineStart(std::uint32_t number) const {
  return number == 0                    ? 0
         : number <= lineStarts_.size() ? lineStarts_[number - 1]
                                        : static_cast<std::uint32_t>(text_.size());
}

std::string_view Source::slice(Span span) const {
  const std::size_t begin = std::min<std::size_t>(span.begin, text_.size());
  const std::size_t end = std::clamp<std::size_t>(span.end, begin, text_.size());
  return std::string_view(text_).substr(begin, end - begin);
}

LineColumn Place::position() const {
  return source ? source->position(span.begin) : LineColumn{};
}

std::string Place::shown() const {
  if (source->isAppended(span.begin)) {
    return "command line";
  }
  const LineColumn at = position();
  return source->name() + ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
}

}  // namespace hrfcheck::inline util
