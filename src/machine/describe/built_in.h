#pragma once

#include <string_view>
#include <utility>
#include <vector>

namespace hrfcheck::inline machine {

/// The files of machine/rules, by name, in the order in which people see the machines; each comes after those
/// that it is like.
const std::vector<std::pair<std::string_view, std::string_view>>& builtInMachines();

}  // namespace hrfcheck::inline machine
