#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace hrfcheck::inline batch {

/// A scheduler as Dartagnan's tests name it, in our words: `fairUniform` promises the same at every scope;
/// `qfObe` says what a queue family promises to its work-groups, `WgHsa` a work-group to its sub-groups,
/// `SgUnfair` a sub-group to its threads, and several may follow one another. Levels are named as in Vulkan's
/// scope tree, by the instances that the promise is made to.
/// @return nothing for other names
std::optional<std::string> hierarchyNamed(std::string_view name);

}  // namespace hrfcheck::inline batch
