// An open value is none of the known ones of its location, so that it is certain which values a search has to
// know besides (ask/free_value_search.h), and no address: those have literals. It is a number of the
// location's type, which the dialects of C declare; a location of the others holds 64 bits.

#include "engine/smt/encode/free_reads.h"

#include <algorithm>
#include <set>

#include "program/expr/addresses.h"

namespace hrfcheck::inline engine::smt {

FreeReads::FreeReads(const EventStructure& structure, std::vector<bool> reads)
    : structure_(structure), reads_(std::move(reads)), addresses_{0} {
  const std::vector<MemoryLocation>& locations = structure.program().locations;
  for (LocationId l = 0; l < locations.size(); ++l) {
    addresses_.push_back(locations[l].address);
    holdsAddresses_.push_back(std::ranges::any_of(structure.domains()[l], isAddress));
  }
  std::ranges::sort(addresses_);
}

std::optional<IntegerKind> FreeReads::integers(LocationId location) const {
  const std::optional<IntegerKind>& kind = structure_.program().locations[location].kind;
  if (!kind && holdsAddresses_[location]) {
    return std::nullopt;
  }
  return kind.value_or(IntegerKind{});
}

namespace {

class FreeChoice {
 public:
  FreeChoice(Formula& formula, const EventStructure& structure, const FreeReads& free, EventId read, Lit exec,
             const GuardedValues& locations)
      : formula_(formula),
        structure_(structure),
        free_(free),
        read_(read),
        exec_(exec),
        locations_(locations) {}

  GuardedValues make() {
    std::vector<Lit> literals;
    for (const Value v : known()) {
      entries_.emplace_back(v, formula_.fresh({"value", read_, v < 0 ? -1 : v}));
      literals.push_back(entries_.back().second);
    }
    open_.when = formula_.fresh({"open-value", read_});
    const IntegerKind widest = widestKind();
    for (std::size_t i = 0; i < widest.bits; ++i) {
      open_.bits[i] = formula_.fresh({"bit", read_, static_cast<std::int64_t>(i)});
    }
    open_.bits = wrappedBits(open_.bits, widest);
    literals.push_back(open_.when);
    formula_.exactlyOneIf(exec_, literals);
    for (const auto& [l, here] : locations_.entries()) {
      restrict(static_cast<LocationId>(l), here);
    }
    return {formula_, entries_, open_};
  }

 private:
  /// Of the one location that it may read; elsewhere of 64 bits.
  IntegerKind widestKind() const {
    const auto& at = locations_.entries();
    return at.size() == 1 ? free_.integers(static_cast<LocationId>(at[0].first)).value_or(IntegerKind{})
                          : IntegerKind{};
  }

  std::vector<Value> knownAt(LocationId location) const {
    std::vector<Value> all;
    std::ranges::set_union(structure_.domain(read_, location), free_.addresses(location),
                           std::back_inserter(all));
    return all;
  }

  std::set<Value> known() const {
    std::set<Value> all;
    for (const auto& [l, here] : locations_.entries()) {
      const std::vector<Value> values = knownAt(static_cast<LocationId>(l));
      all.insert(values.begin(), values.end());
    }
    return all;
  }

  /// What it may be there.
  void restrict(LocationId location, Lit here) {
    const std::vector<Value> values = knownAt(location);
    for (const auto& [v, literal] : entries_) {
      const bool may = std::ranges::binary_search(values, v);
      if (!may) {
        formula_.clause({-exec_, -here, -literal});
      } else {
        exclude(here, v);
      }
    }
    const std::optional<IntegerKind> kind = free_.integers(location);
    if (!kind) {
      formula_.clause({-exec_, -here, -open_.when});
      return;
    }
    formula_.clause({-exec_, -here, -open_.when, -looksLikeAddress(formula_, open_.bits)});
    const Bits ofKind = wrappedBits(open_.bits, *kind);
    for (std::size_t i = kind->bits; i < ofKind.size(); ++i) {
      formula_.clause({-exec_, -here, -open_.when, -open_.bits[i], ofKind[i]});
      formula_.clause({-exec_, -here, -open_.when, open_.bits[i], -ofKind[i]});
    }
  }

  /// The open value is not this one.
  void exclude(Lit here, Value value) {
    std::vector<Lit> clause{-exec_, -here, -open_.when};
    const Bits bits = constantBits(value);
    for (std::size_t i = 0; i < bits.size(); ++i) {
      clause.push_back(bits[i] == kTrue ? -open_.bits[i] : open_.bits[i]);
    }
    formula_.clause(std::move(clause));
  }

  Formula& formula_;
  const EventStructure& structure_;
  const FreeReads& free_;
  EventId read_;
  Lit exec_;
  const GuardedValues& locations_;
  std::vector<GuardedValues::Entry> entries_;
  OpenValue open_;
};

}  // namespace

GuardedValues freeValue(Formula& formula, const EventStructure& structure, const FreeReads& free,
                        EventId read, Lit exec, const GuardedValues& locations) {
  return FreeChoice(formula, structure, free, read, exec, locations).make();
}

}  // namespace hrfcheck::inline engine::smt
