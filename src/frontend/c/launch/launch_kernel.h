#pragma once

#include <vector>

#include "frontend/c/syntax/parse.h"
#include "frontend/launch/grid.h"
#include "frontend/shared/dialect.h"
#include "frontend/shared/initial_state.h"

namespace hrfcheck::frontend::c {

/// Makes the threads of a launch from a kernel of the unit (Unit::threads, ParsedUnit::header), and notes
/// what they are to be told (Unit::launched).
/// @param initial the initial state, by the names of parameters: values of parameters that are not pointers
///   are taken out of it; local memory gets an entry for each work-group; arrays whose size the kernel gives
///   are added
/// A parameter without a value, an array without a size and a name that the kernel does not know are errors.
void launchKernel(ParsedUnit& parsed, const Function& kernel, const Grid& grid,
                  std::vector<InitialEntry>& initial, const Dialect& dialect, const SourcePtr& source,
                  Diagnostics& diagnostics);

}  // namespace hrfcheck::frontend::c
