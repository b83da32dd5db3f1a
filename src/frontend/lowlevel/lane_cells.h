#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "frontend/lowlevel/specialize/specialize.h"

namespace hrfcheck::frontend::lowlevel {

/// Drops numbers that lanes give and nobody takes, and what only they are computed of. Where no number of an
/// exchange is left, its lanes just meet.
void dropUnreadCells(std::vector<WrittenThread>& threads);

/// By warp and exchange: how many cells there are.
using LaneCells = std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t>;
LaneCells cellsOfLanes(const std::vector<WrittenThread>& threads);

}  // namespace hrfcheck::frontend::lowlevel
