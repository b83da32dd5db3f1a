#pragma once

#include <array>

#include "machine/machine.h"
#include "util/enum_names.h"

namespace hrfcheck::inline machine {

inline constexpr std::array kHierarchyNames{EnumName{Hierarchy::H2, "h2"}, EnumName{Hierarchy::H3, "h3"},
                                            EnumName{Hierarchy::H5, "h5"}};
static_assert(coversUpTo(kHierarchyNames, Hierarchy::H5), "every hierarchy has its name");

}  // namespace hrfcheck::inline machine
