#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "advise/advice.h"

namespace hrfcheck::inline advise {

/// The cheapest edits of these kinds of a program, without what follows the search.
using ProgramRepair = std::function<Advice(const std::shared_ptr<const Program>& program,
                                           const EditKinds& kinds, std::optional<Cost> below)>;

/// Where operations and insertions alone do not achieve the goal: with edits of what the text declares, each
/// choice of them compiled, and edited further. The cheapest of all choices together, where all were looked
/// at.
/// @param advice of the program as it is written, without a best; gets what is found
/// @param request its program and goal; its search knows meanwhile whether values are narrowed
void editDeclarations(Advice& advice, const AdviceRequest& request, Engine& engine,
                      const ProgramRepair& repairWith, const Deadline& deadline);

}  // namespace hrfcheck::inline advise
