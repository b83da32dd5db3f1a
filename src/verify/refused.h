#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace hrfcheck::inline verify {

/// Why a certificate is not accepted, and where that shows.
struct Refused : std::runtime_error {
  /// Of the certificate as a whole.
  explicit Refused(const std::string& why) : std::runtime_error(why) {}
  /// @param atLine from 1; 0 for the file as a whole
  Refused(std::string inFile, std::size_t atLine, const std::string& why)
      : std::runtime_error(why), file(std::move(inFile)), line(atLine) {}

  /// "events.txt:14", "events.txt", or nothing.
  std::string place() const { return line == 0 ? file : file + ":" + std::to_string(line); }

  std::string file;
  std::size_t line = 0;
};

}  // namespace hrfcheck::inline verify
