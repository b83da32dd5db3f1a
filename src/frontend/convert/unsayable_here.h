#pragma once

#include <exception>
#include <string>
#include <utility>

namespace hrfcheck::frontend {

/// Why an instruction has no counterpart in the other dialect; the place is added where it is caught.
class UnsayableHere : public std::exception {
 public:
  explicit UnsayableHere(std::string reason, std::string hint = "")
      : reason_(std::move(reason)), hint_(std::move(hint)) {}

  const std::string& reason() const { return reason_; }
  const std::string& hint() const { return hint_; }
  const char* what() const noexcept override { return reason_.c_str(); }

 private:
  std::string reason_;
  std::string hint_;
};

}  // namespace hrfcheck::frontend
