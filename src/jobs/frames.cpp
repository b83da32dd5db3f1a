#include "jobs/frames.h"

#include <cstdint>
#include <cstring>

// A length in front finds the end of a text of many megabytes without a look at every byte. Both ends are one
// program on one machine, so that lengths, of eight bytes, travel in its byte order.

namespace hrfcheck::inline jobs {
namespace {

/// Far beyond any row, and small enough to notice that something else than a length was read.
constexpr std::uint64_t kLongestFrame = 4ULL << 30U;

}  // namespace

std::string framed(std::string_view payload) {
  const std::uint64_t length = payload.size();
  std::string frame(sizeof length, '\0');
  std::memcpy(frame.data(), &length, sizeof length);
  return frame.append(payload);
}

std::optional<std::string> FrameReader::next() {
  std::uint64_t length = 0;
  const std::size_t there = buffer_.size() - begin_;
  if (there >= sizeof length) {
    std::memcpy(&length, buffer_.data() + begin_, sizeof length);
    if (length > kLongestFrame) {
      throw UnreadableMessage("a message of a length that no message has");
    }
  }
  if (there < sizeof length || there - sizeof length < length) {
    buffer_.erase(0, begin_);
    begin_ = 0;
    return std::nullopt;
  }
  std::string payload = buffer_.substr(begin_ + sizeof length, length);
  begin_ += sizeof length + length;
  return payload;
}

}  // namespace hrfcheck::inline jobs
