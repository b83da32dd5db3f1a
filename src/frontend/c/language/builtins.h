#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "program/ir/instruction.h"

/// The functions and constants that have a meaning in memory, found in the tables of a language (language.h).
namespace hrfcheck::frontend::c {

struct Language;

/// What a function of the language does.
enum class BuiltinKind {
  Load,
  Store,
  Initialise,  ///< atomic_init: an ordinary store
  Exchange,
  Fetch,
  CompareExchange,
  Step,             ///< atomic_inc, atomic_dec: adds or subtracts 1
  ExchangeIfEqual,  ///< atomic_cmpxchg: a compare-exchange that gives the old value
  ThreadFence,
  WorkItemFence,
  LegacyFence,  ///< mem_fence
  Barrier
};

/// What a call names: a function of the table with its `_explicit` and `_remote`.
struct Builtin {
  BuiltinKind kind;
  RmwOp op = RmwOp::Exchange;
  bool weak = false;           ///< compare-exchanges
  bool explicitOrder = false;  ///< orders (and a scope) after the values
  bool remote = false;
  bool legacy = false;                                ///< see Forms::Legacy
  std::optional<Order> order = std::nullopt;          ///< that its name says
  std::optional<std::uint32_t> scope = std::nullopt;  ///< that its name says
  bool ordersOptional = false;                        ///< without them seq_cst
  bool ofObject = false;                              ///< the type of the object says the scope
  std::size_t values = 0;                             ///< arguments before orders and scopes
  std::size_t optionalValues = 0;                     ///< of a barrier: its mask
  std::size_t orders = 0;                             ///< arguments that are orders
  std::size_t scopes = 0;                             ///< arguments that may be a scope, at most
  std::size_t requiredScopes = 0;
  std::uint32_t level = 0;  ///< barriers: whose agents meet
  std::string syntax;       ///< for messages: "atomic_load_explicit(object, order[, scope])"

  std::size_t fewest() const { return values + (ordersOptional ? 0 : orders) + requiredScopes; }
  std::size_t most() const { return values + optionalValues + orders + scopes; }
};

/// Nothing for other names, and for what the language has not got.
std::optional<Builtin> findBuiltin(std::string_view name, const Language& language);
/// For "did you mean" hints.
std::vector<std::string> builtinNames(const Language& language);

std::optional<Order> findOrder(std::string_view name, const Language& language);
std::vector<std::string> orderNames(const Language& language);
std::string_view nameOf(Order order, const Language& language);
/// The level of a scope.
std::optional<std::uint32_t> findScope(std::string_view name, const Language& language);
std::vector<std::string> scopeNames(const Language& language);
/// CLK_GLOBAL_MEM_FENCE and its like.
std::optional<FenceSpaces> findFenceFlag(std::string_view name, const Language& language);
std::vector<std::string> fenceFlagNames(const Language& language);

/// Whether such an operation may have that order.
bool mayCarry(BuiltinKind kind, Order order);

}  // namespace hrfcheck::frontend::c
