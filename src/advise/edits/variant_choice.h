#pragma once

#include <cstdint>
#include <vector>

#include "advise/search/nogoods.h"

namespace hrfcheck::inline advise {

/// The sites at which a box can be left, those first where it is cheapest.
std::vector<std::size_t> sitesByExit(const Nogood& box, const std::vector<EditVariable>& sites);

/// Of some variants of a site, as bits, the one that orders most: at the widest scope, with the strongest
/// order, not remote if it can be helped.
/// @param variants not empty
std::uint32_t strongest(const EditVariable& site, std::uint64_t variants);

/// Variants that cost less than one of them, the cheapest first.
std::vector<std::uint32_t> cheaperThan(std::uint32_t one, const std::vector<Variant>& variants);

}  // namespace hrfcheck::inline advise
