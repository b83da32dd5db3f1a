#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "program/instruction.h"

/// The functions and constants of C11 and OpenCL C that have a meaning in memory, as tables.
namespace hrfcheck::litmus::c {

enum class BuiltinKind {
  Load,
  Store,
  Initialise,  ///< atomic_init: an ordinary store
  Exchange,
  Fetch,
  CompareExchange,
  ThreadFence,
  WorkItemFence,
  Barrier
};

/// What a call names: a function of the table with its `_explicit` and `_remote`.
struct Builtin {
  BuiltinKind kind;
  RmwOp op = RmwOp::Exchange;
  bool weak = false;           ///< compare-exchanges
  bool explicitOrder = false;  ///< orders (and a scope) behind the values
  bool remote = false;
  std::size_t values = 0;  ///< arguments before orders and scopes
  std::size_t orders = 0;  ///< arguments that are orders
  std::size_t scopes = 0;  ///< arguments that may be a scope, at most
  std::size_t requiredScopes = 0;
  std::uint32_t level = 0;  ///< barriers: whose agents meet
  std::string syntax;       ///< for messages: "atomic_load_explicit(object, order[, scope])"

  std::size_t fewest() const { return values + orders + requiredScopes; }
  std::size_t most() const { return values + orders + scopes; }
};

/// Nothing for other names, and for what the dialect has not got.
/// @param scoped the dialect has scopes, barriers and remote operations (OpenCL C)
std::optional<Builtin> findBuiltin(std::string_view name, bool scoped);
/// For "did you mean" hints.
std::vector<std::string> builtinNames(bool scoped);

std::optional<Order> findOrder(std::string_view name);
std::vector<std::string> orderNames();
std::string_view nameOf(Order order);
/// The level of a scope of OpenCL (c_dialects.cpp).
std::optional<std::uint32_t> findScope(std::string_view name);
std::vector<std::string> scopeNames();
inline constexpr std::uint32_t kDefaultScope = 3;  ///< device
/// CLK_GLOBAL_MEM_FENCE and its like.
std::optional<FenceSpaces> findFenceFlag(std::string_view name);
std::vector<std::string> fenceFlagNames();

/// Whether such an operation may have that order.
bool mayCarry(BuiltinKind kind, Order order);

}  // namespace hrfcheck::litmus::c
