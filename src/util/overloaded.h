#pragma once

namespace hrfcheck::inline util {

/// Makes one visitor of several lambdas, for std::visit without a default branch.
template <typename... Ts>
struct Overloaded : Ts... {
  using Ts::operator()...;
};
template <typename... Ts>
Overloaded(Ts...) -> Overloaded<Ts...>;

}  // namespace hrfcheck::inline util
