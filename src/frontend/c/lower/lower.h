#pragma once

#include <vector>

#include "frontend/c/syntax/ast.h"
#include "frontend/shared/initial_state.h"
#include "frontend/shared/names.h"

namespace hrfcheck::frontend {
struct Dialect;
}

/// From the syntax tree to the Program, in the order in which a parser of a test calls:
///   declareStructs, declareInitialState, declareUnit, lowerUnit, (conditions and scope tree),
///   checkPlacement.
namespace hrfcheck::frontend::c {

/// The fields of every location of a struct type: of the initial state's (`Queue q`), of variables outside
/// functions and of what threads have pointer parameters to; so that declareInitialState finds `q.head` in
/// `q.head = 1`. Nothing is declared with the bare name of a struct (`q`): see Names::fieldsOf. Entries of
/// the initial state with a type name that is not a struct (`Task t`) are left to declareInitialState. To be
/// called before declareInitialState.
void declareStructs(const Unit& unit, const std::vector<InitialEntry>& initial, Names& names,
                    const SourcePtr& source, Diagnostics& diagnostics);

/// Declares what the unit adds to the initial state: a location for every variable outside functions and
/// for every pointer parameter of a thread that has none yet (initial value 0); the address space and the
/// atomicity of every location (MemoryLocation::space, ::atomicType) as the parameters say.
/// To be called after declareInitialState, when the threads exist.
void declareUnit(const Unit& unit, Names& names, const SourcePtr& source, Diagnostics& diagnostics);

/// The instructions of every thread, into the threads of `program` (which is the program of `names`), and a
/// register for every variable: calls are inlined, loops become backward branches, operations inside
/// expressions get registers of their own, which have names that no test can write.
/// To be called after declareUnit and before conditions are read.
void lowerUnit(const Unit& unit, const Dialect& dialect, Program& program, Names& names,
               const SourcePtr& source, Diagnostics& diagnostics);

/// Warns about `local` memory that several work-groups use.
/// To be called when the threads are placed (Program::scopes).
void checkPlacement(const Unit& unit, const Program& program, const Names& names, Diagnostics& diagnostics);

}  // namespace hrfcheck::frontend::c
