#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "frontend/lowlevel/module/source_type.h"
#include "frontend/lowlevel/residual/residual.h"
#include "frontend/lowlevel/specialize/launch_facts.h"

namespace hrfcheck::frontend::lowlevel {

/// The memory of an object, as far as anybody looks at it.
struct ObjectLayout {
  std::uint64_t size = 0;
  bool sizeIsFound = false;  ///< nobody says it: it is as large as the accesses reach
  std::vector<Cell> cells = {};
  std::uint64_t looked = 0;                 ///< where an address in it is computed, it leads so far at most
  std::int64_t lowest = 0;                  ///< some access reaches from here, out of bounds maybe...
  std::int64_t highest = 0;                 ///< ... to before here
  unsigned uniform = 0;                     ///< all cells are of so many bytes, at multiples of it; else 0
  bool isSigned = false;                    ///< updates take it for signed numbers
  std::set<std::int64_t> signedCells = {};  ///< where only some are
  bool written = false;

  bool isSignedAt(std::int64_t offset) const { return isSigned || signedCells.contains(offset); }
};

/// Divides objects into the granules that the accesses of all threads make (spec: "maximal runs of bytes that
/// every access takes whole"). Where an address depends on what is read, the object has granules of one size,
/// which all accesses are multiples of; of a large one, only its first granules and those that are accessed
/// at places which are known.
class MemoryLayout {
 public:
  explicit MemoryLayout(const Module& module, const LaunchFacts& facts) : module_(module), facts_(facts) {}

  /// @param origin of the instruction
  void note(const SharedAccess& access, std::uint32_t origin);
  /// Elements that the launch or a condition speaks of.
  void mention(std::uint32_t object, unsigned bytes);
  bool isUsed(std::uint32_t object) const { return uses_.contains(object); }
  /// Numbers of the source are granules of their own where no atomic access takes several together, and have
  /// a sign where they have one there.
  void holds(std::uint32_t object, const ObjectShape& shape) { uses_[object].shape = shape; }
  /// When all accesses are noted.
  /// @throws Refusal
  void finish();

  const std::map<std::uint32_t, ObjectLayout>& objects() const { return layouts_; }
  const ObjectLayout* layout(std::uint32_t object) const;
  /// The cells of bytes of an object; none where it is out of bounds.
  std::vector<Cell> cellsOf(std::uint32_t object, std::int64_t offset, unsigned bytes) const;

 private:
  struct Uses {
    std::map<Cell, std::uint32_t> places;        ///< with an instruction that accesses them
    std::map<unsigned, std::uint32_t> computed;  ///< sizes of accesses whose place is computed
    std::map<Cell, std::uint32_t> parts;         ///< of words, that are to be kept apart
    std::map<unsigned, std::uint32_t> computedParts;
    std::set<unsigned> mentioned;
    std::optional<ObjectShape> shape = std::nullopt;
    std::set<Cell> atomics = {};  ///< places of atomic accesses
    unsigned largestAtomic = 0;   ///< bytes of one whose place is computed
    bool signedUpdates = false;
    bool unsignedUpdates = false;
    bool written = false;
    std::uint32_t origin = 0;
  };

  void divide(const Uses& uses, ObjectLayout& layout);
  void divideEvenly(const Uses& uses, ObjectLayout& layout);
  void fill(const Uses& uses, ObjectLayout& layout);
  static std::vector<std::pair<Cell, ElementType>> numbersIn(const Uses& uses, const ObjectLayout& layout);
  static void separateNumbers(Uses& uses, const ObjectLayout& layout);
  static void giveSigns(const Uses& uses, ObjectLayout& layout);

  const Module& module_;
  const LaunchFacts& facts_;
  std::map<std::uint32_t, Uses> uses_;
  std::map<std::uint32_t, ObjectLayout> layouts_;
};

}  // namespace hrfcheck::frontend::lowlevel
