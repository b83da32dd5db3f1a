#pragma once

#include <cstdint>
#include <vector>

#include "advise/site.h"

namespace hrfcheck::inline advise {

/// Wordings: by site, the variants that they have there, as bits.
using WordingBox = std::vector<std::uint64_t>;

inline bool contains(const WordingBox& box, const Wording& wording) {
  for (std::size_t i = 0; i < box.size(); ++i) {
    if (((box[i] >> wording[i]) & 1U) == 0) {
      return false;
    }
  }
  return true;
}

/// The box of one wording.
WordingBox boxOf(const Wording& wording);
/// All variants of a site.
std::uint64_t everyVariant(const EditSite& site);

}  // namespace hrfcheck::inline advise
