#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "frontend/lowlevel/module/module.h"
#include "frontend/lowlevel/module/source_type.h"
#include "util/process/deadline.h"

namespace hrfcheck::frontend::lowlevel {

/// How code uses objects, whatever its control flow is: which types it accesses them as, and which of its
/// entry's parameters it uses as addresses.
struct ObjectUses {
  std::map<std::uint32_t, std::vector<ElementType>> types = {};      ///< by object
  std::map<std::uint32_t, std::vector<ElementType>> pointedTo = {};  ///< by parameter: of what it points to
};

/// Follows addresses from objects and parameters through registers, calls and memory of threads.
/// @param entries the functions that are launched
/// @throws OutOfTime
ObjectUses usesOfObjects(const Module& module, const std::vector<std::uint32_t>& entries,
                         const Deadline& deadline = {});

/// The only type of several; nothing where there is none or more than one. Types that differ in their sign
/// alone are one.
std::optional<ElementType> onlyType(const std::vector<ElementType>& types);

}  // namespace hrfcheck::frontend::lowlevel
