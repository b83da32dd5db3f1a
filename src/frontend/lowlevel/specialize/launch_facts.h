#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "frontend/launch/launches.h"
#include "frontend/lowlevel/module/module.h"
#include "frontend/lowlevel/residual/residual.h"
#include "frontend/lowlevel/specialize/thread_state.h"

namespace hrfcheck::frontend::lowlevel {

/// A granule of an object: bytes that every access takes whole or not at all.
struct Cell {
  std::int64_t offset = 0;
  unsigned bytes = 4;

  friend auto operator<=>(const Cell&, const Cell&) = default;
};

/// The granules of some objects, as the code that was written before has them: what is read of several is
/// kept apart.
struct Granules {
  std::map<std::uint32_t, std::vector<Cell>> cells = {};  ///< by object

  /// Where granules end inside of an element, in bytes from its beginning.
  std::vector<unsigned> endsIn(const Reached& where, std::int64_t ahead, unsigned bytes) const;

  friend bool operator==(const Granules&, const Granules&) = default;
};

/// Where a loop that lanes give each other numbers in ends by what is read from memory, nobody knows how many
/// exchanges came before: each is then the one at its place in the code, calls included, of which there are
/// many rounds.
class ExchangePlaces {
 public:
  /// The number of the exchange at a place, for all threads.
  std::uint32_t numberOf(const std::vector<Frame>& place) {
    return numbers_.emplace(place, static_cast<std::uint32_t>(numbers_.size())).first->second;
  }

 private:
  std::map<std::vector<Frame>, std::uint32_t> numbers_;
};

/// The bytes that an object holds initially, as far as that is said.
struct Contents {
  std::vector<std::optional<std::uint8_t>> bytes = {};
  std::optional<std::uint8_t> rest = std::nullopt;  ///< of all bytes behind them

  std::optional<std::uint8_t> at(std::int64_t offset) const {
    return offset >= 0 && static_cast<std::size_t>(offset) < bytes.size()
               ? bytes[static_cast<std::size_t>(offset)]
               : rest;
  }
};

/// What a lane says when lanes give each other numbers.
struct SaidByLane {
  const LaneExchange* exchange = nullptr;
  std::uint64_t mask = 0;
  std::uint64_t clamp = 0;
  std::optional<std::uint64_t> value = std::nullopt;
  bool undefined = false;  ///< it says a register that nothing has written
  bool open = false;       ///< it says what nobody knows
  bool anyLane = false;    ///< it asks a lane whose number is read from memory
  bool differs = false;    ///< on another way it takes part in another operation
  bool stopped = false;    ///< on some way it does not come that far, for that depends on unspecified values

  friend bool operator==(const SaidByLane&, const SaidByLane&) = default;
};
/// By warp and by how many exchanges came before, or by their places: what the lanes say.
using Exchanges = std::map<std::pair<std::uint32_t, std::uint32_t>, std::map<std::uint32_t, SaidByLane>>;

/// In place of the number of an exchange, where they go by their places: a lane stops before some of them.
inline constexpr std::uint32_t kNoExchange = ~std::uint32_t{0};

/// How often a loop that ends by what is read is written out, and how many variants of one place there are,
/// before registers take what differs.
struct WritingBounds {
  std::size_t rounds = 40;
  std::size_t variants = 400;
};
/// Of code that becomes too large with those.
inline constexpr WritingBounds kTightBounds = {3, 12};

/// What is known of a launch when the code of its threads is written: from what is said of it, and from
/// writing the code before with less knowledge.
struct LaunchFacts {
  Launches launches;
  std::vector<std::uint32_t> entries = {};                        ///< by launch: the function
  std::map<std::uint32_t, Contents> contents = {};                ///< by object
  std::map<std::uint32_t, std::uint64_t> sizes = {};              ///< by object, where they are said
  std::optional<std::set<std::uint32_t>> written = std::nullopt;  ///< objects; nothing: any
  Exchanges exchanges = {};
  /// How many exchanges of each warp are settled, where lanes wait for each other before others
  /// (write_threads.cpp).
  std::optional<std::uint32_t> settled = std::nullopt;
  std::shared_ptr<ExchangePlaces> places = nullptr;  ///< nothing: lanes take part by their count
  /// Barriers that meet by their place.
  std::shared_ptr<ExchangePlaces> barriers = std::make_shared<ExchangePlaces>();
  WritingBounds bounds = {};
  Granules granules = {};                      ///< of objects that may hold what nobody knows
  std::vector<std::uint32_t> workspaces = {};  ///< by launch: the object of a cooperative grid
};

}  // namespace hrfcheck::frontend::lowlevel
