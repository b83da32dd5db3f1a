#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "cat/model/model.h"

namespace hrfcheck::cat {

/// Of which accesses Licence::SettledMemory was proved.
enum class SettledAccesses : std::uint8_t { None, Ordinary, Relaxed };

/// What was proved of a model that comes with hrfcheck, on paper: docs/loops.md, "Properties of
/// models".
struct ProvedByHand {
  std::string_view model;   ///< its name, for readers of the table
  std::string_view digest;  ///< of its definitions (definitions_digest.h): who has these, has the properties
  bool updatesHandOn;
  bool twinRounds;
  /// An ordinary read reads from a write that is visible to it, which need not be the last one: where it is
  /// also read atomically, there may be none. Continuation holds of other tests only.
  bool readsMustSeeWrites;
  bool barriersOrder;       ///< Licence::Barriers
  SettledAccesses settled;  ///< Licence::SettledMemory
};

std::span<const ProvedByHand> provedByHand();

/// The row of the table for a model with these definitions, whatever its name; null for none.
const ProvedByHand* provedOf(const Model& model);

}  // namespace hrfcheck::cat
