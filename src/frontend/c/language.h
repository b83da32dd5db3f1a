#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "frontend/c/builtins.h"

namespace hrfcheck::frontend::c {

/// Which names a function of the table has.
enum class Forms {
  Fixed,   ///< its own
  Legacy,  ///< its own, of OpenCL 1.x: relaxed, at the scope of the device, of a work-group in local memory
  Ordered  ///< also with `_explicit`, and with the suffix of remote operations where a language has one
};

/// A function with a meaning in memory.
struct FunctionRow {
  std::string_view name;
  BuiltinKind kind;
  RmwOp op;
  Forms forms;
  std::string_view arguments;                 ///< one word for each value
  std::uint32_t level = 0;                    ///< barriers: whose agents meet
  std::optional<Order> order = std::nullopt;  ///< that the name says
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
  NumSubGroups
};

/// A function that gives a number of the thread, known when it is launched.
struct IdRow {
  std::string_view name;
  IdKind kind;
  bool dimension;    ///< takes one argument: which dimension
  IntegerKind type;  ///< of the number
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
  bool shiftsModuloWidth;         ///< of the count of a shift, only its remainder by the width matters
  std::span<const IdRow> ids;     ///< empty where nothing is launched
  std::span<const std::string_view> kernelWords;  ///< before a function that can be launched

  bool hasScopes() const { return !scopes.empty(); }
};

extern const Language kOpenClC;
extern const Language kC11;

}  // namespace hrfcheck::frontend::c
