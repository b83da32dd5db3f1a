#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "frontend/c/language/builtins.h"
#include "frontend/c/language/integer_types.h"

namespace hrfcheck::frontend::c {

/// Which names a function of the table has.
enum class Forms {
  Fixed,     ///< its own
  Legacy,    ///< its own, of OpenCL 1.x: relaxed, at the scope of the work-group
  Suffixed,  ///< also with the suffixes of Language::scopeSuffixes; its order is that of the row
  Scoped,    ///< its own; its order and its scope, FunctionRow::level, are those of the row
  Ordered    ///< also with `_explicit`, and with the suffix of remote operations where a language has one
};

/// A function with a meaning in memory.
struct FunctionRow {
  std::string_view name;
  BuiltinKind kind;
  RmwOp op;
  Forms forms;
  std::string_view arguments;                 ///< one word for each value; `[mask]`: one that may be left out
  std::uint32_t level = 0;                    ///< barriers: whose agents meet; Forms::Scoped: the scope
  std::optional<Order> order = std::nullopt;  ///< that the name says
  bool scopeRequired = false;                 ///< fences of CUDA and HIP
};

/// What a thread can ask about its place in a launch.
enum class IdKind {
  GlobalId,
  GlobalOffset,  ///< 0: launches here have none
  GlobalSize,
  GlobalLinearId,
  LocalId,
  LocalSize,
  LocalLinearId,
  GroupId,
  NumGroups,
  WorkDim,
  SubGroupId,
  SubGroupLocalId,
  SubGroupSize,
  MaxSubGroupSize,
  NumSubGroups,
  WarpSize,     ///< of a whole sub-group, although the launch may have fewer work-items
  ThreadRank,   ///< in the launch, one work-group after the other
  ThreadCount,  ///< of the launch
  GroupRank,
  GroupCount,
  ItemCount  ///< of a work-group
};

/// A function that gives a number of the thread, known when it is launched.
struct IdRow {
  std::string_view name;
  IdKind kind;
  bool dimension;    ///< takes one argument: which dimension
  IntegerKind type;  ///< of the number
  Value of = 0;      ///< the dimension, where the name says it
};

/// Functions with a prefix, a name of the table of operations (families.h), and perhaps a suffix, which take
/// values, orders and a scope in this order: `__hip_atomic_fetch_add(p, 1, __ATOMIC_RELAXED, SCOPE)`.
struct Family {
  std::string_view prefix;
  std::string_view suffix;  ///< of operations other than fetch_*
  enum class Scope { Required, Optional, OfObject, None } scope;
  bool ordersOptional = false;  ///< without them seq_cst
  bool saysWeak = false;        ///< the compare-exchange has an argument for it before its orders
};

/// A dialect of C as tables: all that tells OpenCL C from C11 where memory is concerned. A new one (CUDA,
/// HIP) is a value of this type.
struct Language {
  std::span<const FunctionRow> functions;
  std::span<const std::pair<std::string_view, Order>> orders;
  std::span<const std::pair<std::string_view, std::uint32_t>> scopes;  ///< levels by name; none: no scopes
  std::uint32_t defaultScope;                                          ///< of operations that name none
  std::span<const std::pair<std::string_view, FenceSpaces>> fenceFlags;
  std::string_view remoteSuffix;  ///< of remote operations; empty where there are none
  ShiftRule shifts;
  std::span<const IdRow> ids;                     ///< empty where nothing is launched
  std::span<const std::string_view> kernelWords;  ///< before a function that can be launched
  /// Of words that tell its texts from those of another language with the same kernelWords.
  std::span<const std::string_view> ownPrefixes = {};
  std::span<const std::string_view> macros = {};  ///< `NAME=1`: what its compilers define (docs/kernels.md)

  // CUDA C++ and HIP; nothing in others.
  bool cpp = false;  ///< read by way of frontend/cpp
  std::span<const Family> families = {};
  std::span<const std::pair<std::string_view, std::uint32_t>> scopeSuffixes = {};  ///< see Forms::Suffixed
  std::uint32_t suffixedScope = 0;                  ///< of those without a suffix
  std::optional<std::uint32_t> volatileScope = {};  ///< volatile accesses are relaxed atomics of this scope
  std::uint32_t warpSize = 0;   ///< work-items of a sub-group where a launch says nothing; 0: each is its own
  bool warpSizeVaries = false;  ///< between devices: warpSize is one of several

  bool hasScopes() const { return !scopes.empty(); }
};

extern const Language kOpenClC;
extern const Language kC11;
/// cuda_language.cpp; docs/cuda.md has the sources.
extern const Language kCuda;
extern const Language kHip;

}  // namespace hrfcheck::frontend::c
