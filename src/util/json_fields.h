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

/// Adds a field that is left out where there is nothing: no value, or an empty text or list.
template <typename Json, typename T>
void putIfAny(Json& json, const char* key, const T& value) {
  if constexpr (requires { value.has_value(); }) {
    if (value) {
      json[key] = *value;
    }
  } else if (!value.empty()) {
    json[key] = value;
  }
}

/// An array of what is made of each element.
template <typename Json = nlohmann::ordered_json, typename Range, typename Of>
Json arrayOf(const Range& range, const Of& of) {
  Json array = Json::array();
  for (const auto& element : range) {
    array.push_back(of(element));
  }
  return array;
}

}  // namespace hrfcheck::inline util
