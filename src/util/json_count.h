#pragma once

#include <fmt/format.h>

#include <concepts>
#include <cstddef>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace hrfcheck::inline util {

/// A count in a results file, which may come from anywhere. The library would turn -1 into a huge number
/// and 1.5 into 1.
/// @throws std::runtime_error when it is none, nlohmann::json::exception when it is missing
template <std::unsigned_integral Count = std::size_t, typename Json>
Count countAt(const Json& json, const char* key) {
  const Json& value = json.at(key);
  if (!value.is_number_unsigned() || value.template get<std::size_t>() > std::numeric_limits<Count>::max()) {
    throw std::runtime_error(fmt::format("'{}' is not a count", key));
  }
  return static_cast<Count>(value.template get<std::size_t>());
}

}  // namespace hrfcheck::inline util
