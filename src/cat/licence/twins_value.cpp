#include "cat/licence/twins_value.h"

#include <algorithm>
#include <utility>

namespace hrfcheck::cat {
namespace {

/// Without the vectors of which this does not hold.
template <unsigned N, typename Holds>
Possible<N> where(Possible<N> part, Holds holds) {
  Possible<N> result = part;
  for (unsigned v = 0; v < Possible<N>::kVectors; ++v) {
    if (!holds(v)) {
      result = result.without(v);
    }
  }
  return result;
}

OfRead acrossReads(OfRead into, OfReads reads) {
  return into.madeWith<3>(reads, [](unsigned v, unsigned m) {
    return vectorOf(bit(v, 0) && bit(m, 0), (bit(v, 1) && bit(m, 1)) || (bit(v, 2) && bit(m, 3)),
                    (bit(v, 1) && bit(m, 2)) || (bit(v, 2) && bit(m, 4)));
  });
}

OfReads multiplied(OfReads a, OfReads b) {
  return a.madeWith<5>(b, [](unsigned v, unsigned w) {
    return vectorOf(bit(v, 0) && bit(w, 0), (bit(v, 1) && bit(w, 1)) || (bit(v, 2) && bit(w, 3)),
                    (bit(v, 1) && bit(w, 2)) || (bit(v, 2) && bit(w, 4)),
                    (bit(v, 3) && bit(w, 1)) || (bit(v, 4) && bit(w, 3)),
                    (bit(v, 3) && bit(w, 2)) || (bit(v, 4) && bit(w, 4)));
  });
}

}  // namespace

TwinsValue anythingOfTwins() {
  return changed(TwinsValue(), [](auto part) { return decltype(part)::anything(); });
}

TwinsValue eitherOf(const TwinsValue& a, const TwinsValue& b) {
  return partwise(a, b, [](auto x, auto y) { return x | y; });
}

TwinsValue identityOfTwins() {
  TwinsValue value;
  for (std::size_t k = 0; k < kKinds; ++k) {
    value.third[k][k] = OfThird::alike();
  }
  value.reads = OfReads::only(kWithThemselves);
  value.transitive = true;
  return value;
}

TwinsValue inverted(const TwinsValue& operand) {
  TwinsValue value = operand;
  for (std::size_t a = 0; a < kKinds; ++a) {
    for (std::size_t b = 0; b < kKinds; ++b) {
      value.third[a][b] = operand.third[b][a];
    }
  }
  std::swap(value.into, value.from);
  value.reads = operand.reads.made<5>(
      [](unsigned m) { return vectorOf(bit(m, 0), bit(m, 1), bit(m, 3), bit(m, 2), bit(m, 4)); });
  return value;
}

void closeOver(TwinsValue& value) {
  const bool forth = always(value.reads, 2);
  const bool back = always(value.reads, 3);
  for (std::size_t k = 0; k < kKinds; ++k) {
    value.into[k] = where(value.into[k], [&](unsigned v) {
      return !(forth && bit(v, 1) && !bit(v, 2)) && !(back && bit(v, 2) && !bit(v, 1));
    });
    value.from[k] = where(value.from[k], [&](unsigned v) {
      return !(forth && bit(v, 2) && !bit(v, 1)) && !(back && bit(v, 1) && !bit(v, 2));
    });
  }
}

OfThird throughReads(OfRead into, OfRead from) {
  return into.madeWith<2>(from, [](unsigned v, unsigned w) {
    const unsigned both = v & w;
    return vectorOf(bit(both, 0), bit(both, 1) || bit(both, 2));
  });
}

OfRead onToRead(OfThird first, OfRead into) {
  return first.madeWith<3>(into, [](unsigned v, unsigned w) {
    return vectorOf(bit(v, 0) && bit(w, 0), bit(v, 1) && bit(w, 1), bit(v, 1) && bit(w, 2));
  });
}

OfReads aroundThird(OfRead from, OfRead into) {
  return from.madeWith<5>(into, [](unsigned v, unsigned w) {
    return vectorOf(bit(v, 0) && bit(w, 0), bit(v, 1) && bit(w, 1), bit(v, 1) && bit(w, 2),
                    bit(v, 2) && bit(w, 1), bit(v, 2) && bit(w, 2));
  });
}

TwinsValue composed(const TwinsValue& left, const TwinsValue& right) {
  const TwinsValue back = inverted(left);
  const TwinsValue rightBack = inverted(right);
  TwinsValue value;
  OfReads around;
  for (std::size_t a = 0; a < kKinds; ++a) {
    OfRead into, from;
    for (std::size_t z = 0; z < kKinds; ++z) {
      into = into.orElse(onToRead(left.third[a][z], right.into[z]));
      from = from.orElse(onToRead(rightBack.third[a][z], back.into[z]));
    }
    value.into[a] = into.ofSeveral() | acrossReads(left.into[a], right.reads);
    value.from[a] = from.ofSeveral() | acrossReads(rightBack.into[a], back.reads);
    around = around.orElse(aroundThird(left.from[a], right.into[a]));
    for (std::size_t b = 0; b < kKinds; ++b) {
      OfThird some;
      for (std::size_t z = 0; z < kKinds; ++z) {
        some = some.orElse(left.third[a][z] & right.third[z][b]);
      }
      value.third[a][b] = some.ofSeveral() | throughReads(left.into[a], right.from[b]);
    }
  }
  value.reads = around.ofSeveral() | multiplied(left.reads, right.reads);
  return value;
}

bool join(TwinsValue& old, const TwinsValue& next) {
  TwinsValue all = partwise(old, next, [](auto x, auto y) { return x.orElse(y); });
  all.transitive = old.transitive && next.transitive;
  const bool more = !(all == old);
  old = all;
  return more;
}

TwinsValue reflexiveClosure(const TwinsValue& operand) {
  TwinsValue value = eitherOf(identityOfTwins(), operand);
  if (!operand.transitive) {
    while (join(value, composed(value, value))) {
    }
  }
  value.transitive = true;
  closeOver(value);
  return value;
}

bool isAlike(const TwinsValue& value) {
  return std::ranges::all_of(value.into, &OfRead::isAlike) &&
         std::ranges::all_of(value.from, &OfRead::isAlike) && value.reads.isAlike() &&
         value.readMembers.isAlike() && std::ranges::all_of(value.thirdMembers, &OfThird::isAlike) &&
         std::ranges::all_of(value.third,
                             [](const auto& row) { return std::ranges::all_of(row, &OfThird::isAlike); });
}

}  // namespace hrfcheck::cat
