#pragma once

#include <stdexcept>
#include <string>

namespace hrfcheck::inline serve {

inline constexpr int kBadRequest = 400;  ///< HTTP status
inline constexpr int kTooLarge = 413;

/// A request that is not answered, and the HTTP status that says so.
class Refused : public std::runtime_error {
 public:
  Refused(int status, const std::string& why) : std::runtime_error(why), status_(status) {}

  int status() const { return status_; }

 private:
  int status_;
};

}  // namespace hrfcheck::inline serve
