#include "lsp/message_stream.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <nlohmann/json.hpp>

#include "util/text.h"

namespace hrfcheck::inline lsp {
namespace {

constexpr std::size_t kLongestHead = 8192;

}  // namespace

bool MessageReader::fill() {
  std::array<char, 65536> block{};
  for (;;) {
    const ssize_t count = ::read(descriptor_, block.data(), block.size());
    if (count > 0) {
      buffer_.erase(0, begin_);
      begin_ = 0;
      buffer_.append(block.data(), static_cast<std::size_t>(count));
      return true;
    }
    if (count == 0) {
      return false;
    }
    if (errno != EINTR) {
      throw BrokenStream(fmt::format("messages cannot be read: {}", std::strerror(errno)));
    }
  }
}

/// A line of a head, without its end; nothing where the stream ends before its first byte.
std::optional<std::string> MessageReader::line() {
  for (;;) {
    if (const std::size_t end = buffer_.find('\n', begin_); end != std::string::npos) {
      std::string text = buffer_.substr(begin_, end - begin_);
      begin_ = end + 1;
      if (text.ends_with('\r')) {
        text.pop_back();
      }
      return text;
    }
    if (buffer_.size() - begin_ > kLongestHead) {
      throw BrokenStream("the head of a message has no end");
    }
    if (!fill()) {
      if (begin_ == buffer_.size()) {
        return std::nullopt;
      }
      throw BrokenStream("the input ends within a message");
    }
  }
}

/// What the head of a message says; nothing where the stream ends before it.
std::optional<std::size_t> MessageReader::length() {
  std::optional<std::size_t> length;
  for (std::size_t lines = 0;; ++lines) {
    const std::optional<std::string> field = line();
    if (!field) {
      if (lines == 0) {
        return std::nullopt;
      }
      throw BrokenStream("the input ends within a message");
    }
    if (field->empty()) {
      break;
    }
    const std::size_t colon = field->find(':');
    if (colon == std::string::npos || lines == kLongestHead) {
      throw BrokenStream("the input is no message: it does not begin with Content-Length");
    }
    if (lowered(field->substr(0, colon)) != "content-length") {
      continue;
    }
    const std::string_view digits = stripped(std::string_view(*field).substr(colon + 1));
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size()) {
      throw BrokenStream("the Content-Length of a message is not a number of bytes");
    }
    length = value;
  }
  if (!length) {
    throw BrokenStream("a message has no Content-Length");
  }
  return length;
}

void MessageReader::skip(std::size_t bytes) {
  for (;;) {
    const std::size_t here = std::min(bytes, buffer_.size() - begin_);
    begin_ += here;
    bytes -= here;
    if (bytes == 0) {
      return;
    }
    if (!fill()) {
      throw BrokenStream("the input ends within a message");
    }
  }
}

std::optional<std::string> MessageReader::next() {
  const std::optional<std::size_t> size = length();
  if (!size) {
    return std::nullopt;
  }
  if (*size > longest_) {
    skip(*size);
    throw MessageTooLong(fmt::format("a message is longer than {} MiB", longest_ >> 20U));
  }
  while (buffer_.size() - begin_ < *size) {
    if (!fill()) {
      throw BrokenStream("the input ends within a message");
    }
  }
  std::string content = buffer_.substr(begin_, *size);
  begin_ += *size;
  return content;
}

void MessageWriter::write(const nlohmann::json& message) {
  const std::string content = message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  const std::string all = fmt::format("Content-Length: {}\r\n\r\n{}", content.size(), content);
  const std::lock_guard lock(mutex_);
  std::size_t written = 0;
  while (written < all.size()) {
    const ssize_t count = ::write(descriptor_, all.data() + written, all.size() - written);
    if (count < 0 && errno != EINTR) {
      return;
    }
    written += count > 0 ? static_cast<std::size_t>(count) : 0;
  }
}

}  // namespace hrfcheck::inline lsp
