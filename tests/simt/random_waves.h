#pragma once

#include <string>

#include "util/random.h"

namespace hrfcheck::test {

/// What a random program may have.
struct WaveShape {
  bool locks = true;  ///< ldslk and stsul
  bool votes = true;  ///< also where lanes have parted
  bool barriers = true;
  bool spins = true;      ///< loops that wait for a lock bit or a value
  bool loneLanes = true;  ///< waves of one lane, too
  bool ownCode = false;   ///< each lane has code of its own
  unsigned statements = 9;
};

/// The text of a small test in the HSA dialect: one or two waves of one work-group, two or three lanes each,
/// that part at branches, predicates, loops and locks, over a few words of which two may share a lock bit.
/// Loops either end by a counter or have an access in every round.
std::string randomWaves(Random& random, const WaveShape& shape);

}  // namespace hrfcheck::test
