#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "advise/edits/edit_variable.h"

namespace hrfcheck::inline advise {

/// Assignments: by site, the variants that they have there, as bits.
using Nogood = std::vector<std::uint64_t>;

inline bool contains(const Nogood& box, const Assignment& assignment) {
  for (std::size_t i = 0; i < box.size(); ++i) {
    if (((box[i] >> assignment[i]) & 1U) == 0) {
      return false;
    }
  }
  return true;
}

/// Calls `f` for each variant of a site of a box, the first ones first.
template <typename F>
void forEachVariant(std::uint64_t variants, F&& f) {
  for (std::uint64_t rest = variants; rest != 0; rest &= rest - 1) {
    f(static_cast<std::uint32_t>(std::countr_zero(rest)));
  }
}

/// The box of one assignment.
Nogood boxOf(const Assignment& assignment);
/// All variants of a site.
std::uint64_t everyVariant(const EditVariable& site);

}  // namespace hrfcheck::inline advise
