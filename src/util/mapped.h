#pragma once

#include <string>
#include <vector>

namespace hrfcheck::inline util {

/// What is made of each element, in order.
template <typename T, typename Range, typename Of>
std::vector<T> mapped(const Range& range, const Of& of) {
  std::vector<T> result;
  for (const auto& element : range) {
    result.push_back(of(element));
  }
  return result;
}

/// The texts of all elements, one after the other.
template <typename Range, typename Of>
std::string concatenated(const Range& range, const Of& of) {
  std::string text;
  for (const auto& element : range) {
    text += of(element);
  }
  return text;
}

}  // namespace hrfcheck::inline util
