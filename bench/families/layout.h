#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hrfcheck::families {

/// One thread of a test: the cells of a column, or the statements of a function.
struct ThreadText {
  std::string place;                    ///< "wg 0", or empty: a work-group of its own
  std::vector<std::string> code;        ///< one instruction or statement each
  std::vector<std::string> parameters;  ///< C: "atomic_int* x"
};

/// What stands around the threads.
struct Frame {
  std::string name;
  std::string initial;    ///< "x = 0; y = 0;"
  std::string observed;   ///< "[x; 1:r0;]", or empty
  std::string condition;  ///< "exists (x=1)"
};

std::string hsaTest(const Frame& frame, const std::vector<ThreadText>& threads);
std::string cTest(const Frame& frame, const std::vector<ThreadText>& threads);

inline std::string exists(const std::string& formula) {
  return "exists (" + formula + ")";
}

/// `item(0) + between + item(1) + ...`, `count` items.
template <typename Item>
std::string joined(unsigned count, std::string_view between, const Item& item) {
  std::string result;
  for (unsigned i = 0; i < count; ++i) {
    result += i == 0 ? "" : between;
    result += item(i);
  }
  return result;
}

}  // namespace hrfcheck::families
