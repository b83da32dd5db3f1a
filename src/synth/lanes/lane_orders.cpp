// The events that are in the set in some lane are ordered in every way, class by class, where a class is what
// `within` joins in some lane. A total order gives in each lane its restriction to the set and to `within`
// there. That is a linearisation in the lanes in which it contradicts no pair of the order, and each one
// comes from some total order of all the events.

#include "synth/lanes/lane_orders.h"

namespace hrfcheck::inline synth {
namespace {

using Visit = std::function<bool(const LaneValue&, const Lanes&)>;

class Orders {
 public:
  Orders(const LaneOrders& of, const Visit& visit) : visit_(visit), size_(of.set.size()) {
    LaneValue pairs;
    productLanes(pairs, of.set, of.set);
    if (of.within != nullptr) {
      intersectLanes(comparable_, pairs, *of.within);
    } else {
      comparable_ = pairs;
    }
    comparable_.makeCells();
    intersectLanes(order_, comparable_, of.order);
    order_.makeCells();
    LaneValue inSomeLane(size_);
    for (std::size_t x = 0; x < size_; ++x) {
      inSomeLane.setRow(x, comparable_.row(x));
    }
    LaneValue joined;  // also by pairs of different lanes
    closeLanes(joined, inSomeLane);
    for (std::uint32_t left = of.set.row(0); left != 0;) {
      const auto x = static_cast<std::size_t>(std::countr_zero(left));
      classes_.push_back((joined.row(x) | (std::uint32_t{1} << x)) & left);
      left &= ~classes_.back();
    }
  }

  bool inClass(std::size_t index, const Lanes& valid) {
    if (index == classes_.size()) {
      return visitOrder(valid);
    }
    return append(index, classes_[index], valid);
  }

 private:
  /// Places the events of `left`, the rest of a class, in every order.
  bool append(std::size_t index, std::uint32_t left, const Lanes& valid) {
    if (left == 0) {
      return inClass(index + 1, valid);
    }
    bool goOn = true;
    forEachBit(left, [&](std::size_t e) {
      Lanes still = valid - order_.at(e, e);
      const std::uint32_t rest = left & ~(std::uint32_t{1} << e);
      forEachBit(rest, [&](std::size_t later) { still -= order_.at(later, e); });
      if (goOn && !still.none()) {
        after_[e] = rest;
        goOn = append(index, rest, still);
      }
    });
    return goOn;
  }

  bool visitOrder(const Lanes& valid) {
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
  LaneValue comparable_, order_, chosen_;
  std::vector<std::uint32_t> classes_;
  std::array<std::uint32_t, kMostLaneEvents> after_{};
};

}  // namespace

bool withoutClasses(const LaneOrders& of) {
  if (of.within == nullptr) {
    return false;
  }
  LaneValue pairs, within, turned, twice, rest;
  productLanes(pairs, of.set, of.set);
  intersectLanes(within, pairs, *of.within);
  invertLanes(turned, within);
  subtractLanes(rest, within, turned);
  sequenceLanes(twice, within, within);
  subtractLanes(turned, twice, within);
  return !nonemptyLanes(rest).none() || !nonemptyLanes(turned).none();
}

void forEachLaneOrder(const LaneOrders& of, const Lanes& lanes, const Visit& visit) {
  Orders(of, visit).inClass(0, lanes);
}

}  // namespace hrfcheck::inline synth
