#pragma once

#include <vector>

#include "frontend/shared/dialect.h"
#include "frontend/shared/initial_state.h"
#include "frontend/shared/names.h"

namespace hrfcheck::frontend {

/// A location or an array that the test puts at a fixed address.
struct Pin {
  Place place;
  LocationId first;
  std::uint32_t size;
};
inline constexpr Value kMaxByteAddress = 0xffff'fffc;

/// Enters the initial state into `names`: first every location, then what needs their addresses. A location
/// whose address is taken, but that has no entry of its own, is declared with 0 (herd's habit).
/// @return what is at fixed addresses, for layOut
std::vector<Pin> declareInitialState(const std::vector<InitialEntry>& entries, const Dialect& dialect,
                                     Names& names, const SourcePtr& source, Diagnostics& diagnostics);

/// Gives every location its byte address, once all are declared: the k-th (from 0) is at 4k unless the test
/// puts it elsewhere. Two at one address are an error.
void layOut(Program& program, const std::vector<Pin>& pins, Diagnostics& diagnostics);

/// To be called before `count` locations are declared.
/// @throws SyntaxFailure when a test cannot have that many more, which has been reported then
void requireRoom(const Names& names, std::size_t count, const Place& place, Diagnostics& diagnostics);

}  // namespace hrfcheck::frontend
