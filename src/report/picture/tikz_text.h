#pragma once

#include <string>

namespace hrfcheck::inline report {

/// Any text as TeX takes it, in a font with an ordinary encoding: what means something to TeX stands for
/// itself, arrows and the like are mathematics, and other characters beyond ASCII become '?'. Spaces stay,
/// however many.
std::string tikzText(const std::string& text);

}  // namespace hrfcheck::inline report
