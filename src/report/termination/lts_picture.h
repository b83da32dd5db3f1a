#pragma once

#include <optional>
#include <string>

#include "report/termination/counterexample.h"
#include "termination/system/lts.h"
#include "termination/termination.h"

namespace hrfcheck::inline report {

/// States and steps of a test with one hang marked; of a large one those on the way of the hang, and where
/// else it could go from there.
struct LtsPicture {
  std::vector<StateId> states;  ///< that are shown, in order
  bool all = true;              ///< these are all there are
  std::optional<Counterexample> hang;
  std::string title;
  bool captioned = true;  ///< the title is written above a picture
};

/// More states are not drawn.
inline constexpr std::size_t kMostStatesDrawn = 60;

/// @param result of the same program; its hang under the strongest scheduler that allows one is marked
LtsPicture ltsPictureOf(const Lts& lts, const ProgressResult& result);

/// For Graphviz.
std::string ltsDot(const Lts& lts, const LtsPicture& picture);
/// For terminals: a line for each state, and below it its steps.
std::string ltsText(const Lts& lts, const LtsPicture& picture);

}  // namespace hrfcheck::inline report
