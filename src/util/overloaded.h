#pragma once

#include <concepts>

namespace hrfcheck::inline util {

/// Makes one visitor of several lambdas, for std::visit without a default branch.
template <typename... Ts>
struct Overloaded : Ts... {
  using Ts::operator()...;
};
template <typename... Ts>
Overloaded(Ts...) -> Overloaded<Ts...>;

/// For the alternatives that a visitor treats alike, named one by one: `[]<OneOf<A, B> T>(const T&) { ... }`.
template <typename T, typename... Kinds>
concept OneOf = (std::same_as<T, Kinds> || ...);

}  // namespace hrfcheck::inline util
