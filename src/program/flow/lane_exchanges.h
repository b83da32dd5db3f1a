#pragma once

#include "program/ir/program.h"

namespace hrfcheck::inline program {

/// Where lanes of a warp give each other numbers that they read from memory, each stores its own in a cell,
/// all meet at a barrier, and who wants one loads it. These are operations that only carry values and what
/// depends on them: a mark tells them from accesses and barriers, and models see none of them
/// (cat/model/lane_exchanges.h).
/// @param inRounds the cell is used again and again: each time by the barriers' rounds, which go on as often
/// for all lanes
void markExchange(Instruction& instruction, bool inRounds = false);
bool handsOver(const Instruction& instruction);

/// Whether there is any; and whether there is one in rounds.
bool hasExchanges(const Program& program);
bool hasRoundsOfExchanges(const Program& program);

/// Sets of events by the names that models have for them (no text of a model can): those of exchanges, and
/// all others.
inline constexpr const char* kExchangeEvents = "(exchange)";
inline constexpr const char* kVisibleEvents = "(visible)";

}  // namespace hrfcheck::inline program
