#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "frontend/lowlevel/emit/memory_layout.h"
#include "frontend/lowlevel/inputs.h"
#include "frontend/lowlevel/lane_cells.h"
#include "frontend/shared/names.h"

namespace hrfcheck::frontend::lowlevel {

/// What is said of objects.
struct ObjectTraits {
  std::function<bool(std::uint32_t)> isFloat;
  /// Whether one of one element has a number behind its name in conditions nevertheless.
  std::function<bool(std::uint32_t)> isArray;
  /// What elements it has in the source; null where nothing says it.
  std::function<const ObjectShape*(std::uint32_t)> shapeOf;
  /// Whether it matters which memory is shared: some fence is about one alone.
  bool spacesMatter = false;
};

/// The locations of a launched kernel: the granules of its objects; those of shared memory once for each
/// block.
class Locations {
 public:
  Locations(const Module& module, const LaunchFacts& facts, const LaunchNames& names, Names& into)
      : module_(module), facts_(facts), launchNames_(names), names_(into) {}

  /// Declares the granules of all objects of a layout.
  void declare(const MemoryLayout& layout, const ObjectTraits& traits, const Place& place,
               Diagnostics& diagnostics);
  /// A cell for each thread of a block.
  std::uint32_t declareVotes();
  /// Cells that lanes give each other numbers in, by warp and exchange.
  using LaneCellAddresses = std::map<std::pair<std::uint32_t, std::uint32_t>, Value>;
  LaneCellAddresses declareLaneCells(const LaneCells& cells, const Place& place, Diagnostics& diagnostics);

  Value addressOf(std::uint32_t object, std::uint32_t group) const;
  /// What an object is called in conditions, where it is there once.
  const std::string& nameOf(std::uint32_t object) const { return display_.at(object); }
  bool has(std::uint32_t object) const { return display_.contains(object); }
  /// Cells of objects that some thread writes and that all threads share.
  const std::vector<LocationId>& results() const { return results_; }
  /// Locations that hold the bits of floats.
  const std::set<LocationId>& floats() const { return floats_; }
  /// Where a location of global memory lies.
  struct Position {
    std::uint32_t object = 0;
    Cell cell;
  };
  const std::map<LocationId, Position>& positions() const { return positions_; }
  /// Objects of which some byte is not said at first.
  const std::set<std::uint32_t>& unknown() const { return unknown_; }

 private:
  void instance(std::uint32_t object, const ObjectLayout& layout, const std::string& name,
                const ObjectTraits& traits);
  struct Numbers;
  std::vector<LocationId> fields(Value number, const ObjectLayout& layout, const std::string& name,
                                 const Numbers& numbers);
  static std::size_t elementsInARow(const ObjectLayout& layout);
  Value reserve(const ObjectLayout& layout);
  Value initialOf(std::uint32_t object, const Cell& cell, bool isSigned);
  bool isShared(std::uint32_t object) const;
  bool isOfDevice(std::uint32_t object) const;
  std::uint32_t instancesOf(std::uint32_t object) const;
  std::string instanceName(const std::string& name, std::uint32_t group) const;
  std::string uniqueName(std::string name);

  const Module& module_;
  const LaunchFacts& facts_;
  const LaunchNames& launchNames_;
  Names& names_;
  std::map<std::uint32_t, std::vector<Value>> addresses_;  ///< by object and instance
  std::map<std::uint32_t, std::string> display_;
  std::vector<LocationId> results_;
  std::set<LocationId> floats_;
  std::map<LocationId, Position> positions_;
  std::set<std::uint32_t> unknown_;
};

}  // namespace hrfcheck::frontend::lowlevel
