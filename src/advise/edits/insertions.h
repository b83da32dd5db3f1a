#pragma once

#include <vector>

#include "advise/edits/edit_variable.h"
#include "frontend/edit/spelling.h"

namespace hrfcheck::inline advise {

/// Something that may be inserted into the text of a test.
struct Insertion {
  SiteKind kind;  ///< Fence, NewBarrier or ProxyFence
  TextChange change;
  Span inFull = {};  ///< where it is in the text with all of them
};

/// What may be inserted, in the order of the text, at one place barriers first.
///
/// Fences: before each access, and in a launched kernel each barrier, that has an access before it in its
/// thread, or in an earlier iteration of a loop. Barriers: in a launched kernel,
/// before each statement with an access or a fence that has an access before it, or is in a loop, and before
/// the statements around it. Fences between proxies (proxy_fences.h): where memory goes from one to the
/// other.
/// @param scopedFences whether fences with an order and a scope are among them
std::vector<Insertion> insertionsInto(const Program& written, const EditKinds& kinds,
                                      bool scopedFences = true);

/// Those of them that can be of use: of barriers, where in each work-group all agents have it or none has,
/// and in some several have.
/// @param full the program with all of them
std::vector<Insertion> useful(std::vector<Insertion> insertions, const Program& full);

/// What of the text an instruction is made of.
Span spanOf(const Instruction& instruction);

/// Whether an instruction of the program with all of them is what an insertion makes.
bool isMadeBy(const Insertion& insertion, const Instruction& instruction);

}  // namespace hrfcheck::inline advise
