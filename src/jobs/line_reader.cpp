#include "jobs/line_reader.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <system_error>

#include "util/diagnostic.h"

namespace hrfcheck::inline jobs {
namespace {

[[noreturn]] void cannotRead(const std::string& path) {
  throw UserError(fmt::format("cannot read {}: {}", path, std::generic_category().message(errno)));
}

/// Far beyond any row with its report and picture; a device without an end is not read for ever.
constexpr std::size_t kLongestLine = 256U << 20U;

}  // namespace

LineReader::LineReader(std::string path)
    : path_(std::move(path)), own_(::open(path_.c_str(), O_RDONLY | O_CLOEXEC)), descriptor_(own_.get()) {
  if (!own_) {
    cannotRead(path_);
  }
}

LineReader::LineReader(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}

bool LineReader::fill() {
  constexpr std::size_t kPart = 1 << 16;
  buffer_.erase(0, position_);
  bufferOffset_ += position_;
  position_ = 0;
  const std::size_t held = buffer_.size();
  buffer_.resize(held + kPart);
  ssize_t count = 0;
  do {
    count = ::pread(descriptor_, buffer_.data() + held, kPart, static_cast<off_t>(bufferOffset_ + held));
  } while (count < 0 && errno == EINTR);
  if (count < 0) {
    cannotRead(path_);
  }
  buffer_.resize(held + static_cast<std::size_t>(count));
  return count > 0;
}

bool LineReader::next(std::string& line) {
  std::size_t searched = position_;
  std::size_t end = buffer_.find('\n', searched);
  while (end == std::string::npos) {
    searched = buffer_.size() - position_;
    if (searched > kLongestLine) {
      throw UserError(fmt::format("{}:{}: the line is longer than 256 MiB", path_, number_ + 1));
    }
    if (!fill()) {
      break;
    }
    end = buffer_.find('\n', searched);
  }
  torn_ = end == std::string::npos;
  if (torn_ && position_ == buffer_.size()) {
    torn_ = false;
    return false;
  }
  ++number_;
  lineOffset_ = bufferOffset_ + position_;
  line = buffer_.substr(position_, torn_ ? std::string::npos : end - position_);
  position_ = torn_ ? buffer_.size() : end + 1;
  return true;
}

std::string LineReader::place() const {
  return fmt::format("{}:{}", path_, number_);
}

std::string lastLineOf(const std::string& path) {
  constexpr std::streamoff kLongest = 100;
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const std::streamoff size = file.tellg();
  std::string end(static_cast<std::size_t>(std::clamp<std::streamoff>(size, 0, kLongest)), '\0');
  file.seekg(size - static_cast<std::streamoff>(end.size()));
  file.read(end.data(), static_cast<std::streamsize>(end.size()));
  if (!end.ends_with('\n')) {
    return "";
  }
  end.pop_back();
  return end.substr(end.rfind('\n') + 1);
}

}  // namespace hrfcheck::inline jobs
