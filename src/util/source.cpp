#include "util/source.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "util/diagnostic.h"

namespace hrfcheck {

Source::Source(std::string name, std::string text)
    : name_(std::move(name)), text_(std::move(text)), lineStarts_{0} {
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

std::string_view Source::slice(Span span) const {
  const std::size_t begin = std::min<std::size_t>(span.begin, text_.size());
  const std::size_t end = std::clamp<std::size_t>(span.end, begin, text_.size());
  return std::string_view(text_).substr(begin, end - begin);
}

LineColumn Place::position() const {
  return source ? source->position(span.begin) : LineColumn{};
}

namespace {

/// Far beyond any test, and small enough for 32-bit offsets and for a device that never ends.
constexpr std::size_t kLargestText = 64U << 20U;

std::string readAll(std::istream& in, const std::string& name) {
  std::string text;
  std::array<char, 4096> block{};
  while (in.read(block.data(), block.size()) || in.gcount() > 0) {
    text.append(block.data(), static_cast<std::size_t>(in.gcount()));
    if (text.size() > kLargestText) {
      throw UserError("cannot read '" + name + "': it is larger than 64 MiB");
    }
  }
  if (in.bad()) {
    throw UserError("cannot read '" + name + "': reading failed");
  }
  return text;
}

}  // namespace

SourcePtr readSource(const std::string& path) {
  if (path == "-") {
    return std::make_shared<Source>("<stdin>", readAll(std::cin, "<stdin>"));
  }
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw UserError("cannot read '" + path + "': it is a directory");
  }
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw UserError("cannot read '" + path + "': " + std::strerror(errno));
  }
  return std::make_shared<Source>(path, readAll(file, path));
}

}  // namespace hrfcheck
