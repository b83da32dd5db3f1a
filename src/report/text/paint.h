#pragma once

#include <string>

namespace hrfcheck::inline report {

/// Terminal colours, or nothing at all.
struct Paint {
  bool on = false;

  std::string bad(const std::string& text) const { return wrap("1;31", text); }
  std::string good(const std::string& text) const { return wrap("1;32", text); }
  std::string doubtful(const std::string& text) const { return wrap("1;33", text); }
  std::string strong(const std::string& text) const { return wrap("1", text); }
  std::string faint(const std::string& text) const { return wrap("2", text); }

 private:
  std::string wrap(const char* code, const std::string& text) const {
    return on ? "\x1b[" + std::string(code) + "m" + text + "\x1b[0m" : text;
  }
};

}  // namespace hrfcheck::inline report
