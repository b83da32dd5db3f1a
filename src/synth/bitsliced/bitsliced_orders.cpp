// The events that are in the set in some lane are ordered in every way, class by class, where a class is what
// `within` joins in some lane. A total order gives in each lane its restriction to the set and to `within`
// there. That is a linearisation in the lanes in which it contradicts no pair of the order, and each one
// comes from some total order of all the events.

#include "synth/bitsliced/bitsliced_orders.h"

namespace hrfcheck::inline synth {
namespace {

using Visit = std::function<bool(const BitslicedValue&, const Bitslice&)>;

class Orders {
 public:
  Orders(const BitslicedOrders& of, const Visit& visit) : visit_(visit), size_(of.set.size()) {
    BitslicedValue pairs;
    productBitslice(pairs, of.set, of.set);
    if (of.within != nullptr) {
      intersectBitslice(comparable_, pairs, *of.within);
    } else {
      comparable_ = pairs;
    }
    comparable_.makeCells();
    intersectBitslice(order_, comparable_, of.order);
    order_.makeCells();
    BitslicedValue inSomeBit(size_);
    for (std::size_t x = 0; x < size_; ++x) {
      inSomeBit.setRow(x, comparable_.row(x));
    }
    BitslicedValue joined;  // also by pairs of different lanes
    closeBitslice(joined, inSomeBit);
    for (std::uint32_t left = of.set.row(0); left != 0;) {
      const auto x = static_cast<std::size_t>(std::countr_zero(left));
      classes_.push_back((joined.row(x) | (std::uint32_t{1} << x)) & left);
      left &= ~classes_.back();
    }
  }

  bool inClass(std::size_t index, const Bitslice& valid) {
    if (index == classes_.size()) {
      return visitOrder(valid);
    }
    return append(index, classes_[index], valid);
  }

 private:
  /// Places the events of `left`, the rest of a class, in every order.
  bool append(std::size_t index, std::uint32_t left, const Bitslice& valid) {
    if (left == 0) {
      return inClass(index + 1, valid);
    }
    bool goOn = true;
    forEachBit(left, [&](std::size_t e) {
      Bitslice still = valid - order_.at(e, e);
      const std::uint32_t rest = left & ~(std::uint32_t{1} << e);
      forEachBit(rest, [&](std::size_t later) { still -= order_.at(later, e); });
      if (goOn && !still.none()) {
        after_[e] = rest;
        goOn = append(index, rest, still);
      }
    });
    return goOn;
  }

  bool visitOrder(const Bitslice& valid) {
    chosen_.reset(size_, false);
    for (const std::uint32_t members : classes_) {
      forEachBit(members, [&](std::size_t x) {
        forEachBit(after_[x] & comparable_.row(x),
                   [&](std::size_t y) { chosen_.set(x, y, comparable_.present(x, y)); });
      });
    }
    return visit_(chosen_, valid);
  }

  const Visit& visit_;
  std::size_t size_;
  BitslicedValue comparable_, order_, chosen_;
  std::vector<std::uint32_t> classes_;
  std::array<std::uint32_t, kMostBitslicedEvents> after_{};
};

}  // namespace

bool withoutClasses(const BitslicedOrders& of) {
  if (of.within == nullptr) {
    return false;
  }
  BitslicedValue pairs, within, turned, twice, rest;
  productBitslice(pairs, of.set, of.set);
  intersectBitslice(within, pairs, *of.within);
  invertBitslice(turned, within);
  subtractBitslice(rest, within, turned);
  sequenceBitslice(twice, within, within);
  subtractBitslice(turned, twice, within);
  return !nonemptyBitslice(rest).none() || !nonemptyBitslice(turned).none();
}

void forEachBitslicedOrder(const BitslicedOrders& of, const Bitslice& lanes, const Visit& visit) {
  Orders(of, visit).inClass(0, lanes);
}

}  // namespace hrfcheck::inline synth
