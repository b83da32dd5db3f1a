#include "synth/bitsliced/bitsliced_value.h"

namespace hrfcheck::inline synth {
namespace {

std::uint32_t universe(std::size_t size) {
  return size == 32 ? ~std::uint32_t{0} : (std::uint32_t{1} << size) - 1;
}

}  // namespace

void BitslicedValue::makeCells() {
  if (!plain_) {
    return;
  }
  plain_ = false;
  cells_.resize(std::max(cells_.size(), size_ * size_));
  for (std::size_t x = 0; x < size_; ++x) {
    forEachBit(rows_[x], [&](std::size_t y) { cells_[x * size_ + y] = Bitslice::all(); });
  }
}

void uniteBitslice(BitslicedValue& out, const BitslicedValue& a, const BitslicedValue& b) {
  out.reset(a.size(), a.plain() && b.plain());
  for (std::size_t x = 0; x < a.size(); ++x) {
    if (out.plain()) {
      out.setRow(x, a.row(x) | b.row(x));
      continue;
    }
    const std::uint32_t both = a.row(x) & b.row(x);
    forEachBit(both, [&](std::size_t y) { out.set(x, y, a.present(x, y) | b.present(x, y)); });
    forEachBit(a.row(x) & ~both, [&](std::size_t y) { out.set(x, y, a.present(x, y)); });
    forEachBit(b.row(x) & ~both, [&](std::size_t y) { out.set(x, y, b.present(x, y)); });
  }
}

void intersectBitslice(BitslicedValue& out, const BitslicedValue& a, const BitslicedValue& b) {
  out.reset(a.size(), a.plain() && b.plain());
  for (std::size_t x = 0; x < a.size(); ++x) {
    if (out.plain()) {
      out.setRow(x, a.row(x) & b.row(x));
      continue;
    }
    forEachBit(a.row(x) & b.row(x), [&](std::size_t y) {
      const Bitslice lanes = a.present(x, y) & b.present(x, y);
      if (!lanes.none()) {
        out.set(x, y, lanes);
      }
    });
  }
}

void subtractBitslice(BitslicedValue& out, const BitslicedValue& a, const BitslicedValue& b) {
  out.reset(a.size(), a.plain() && b.plain());
  for (std::size_t x = 0; x < a.size(); ++x) {
    if (out.plain()) {
      out.setRow(x, a.row(x) & ~b.row(x));
      continue;
    }
    forEachBit(a.row(x), [&](std::size_t y) {
      const Bitslice lanes = a.present(x, y) - b.at(x, y);
      if (!lanes.none()) {
        out.set(x, y, lanes);
      }
    });
  }
}

void sequenceBitslice(BitslicedValue& out, const BitslicedValue& a, const BitslicedValue& b) {
  out.reset(a.size(), a.plain() && b.plain());
  for (std::size_t x = 0; x < a.size(); ++x) {
    if (out.plain()) {
      std::uint32_t row = 0;
      forEachBit(a.row(x), [&](std::size_t z) { row |= b.row(z); });
      out.setRow(x, row);
      continue;
    }
    forEachBit(a.row(x), [&](std::size_t z) {
      const Bitslice& first = a.present(x, z);
      forEachBit(b.row(z), [&](std::size_t y) {
        const Bitslice lanes = first & b.present(z, y);
        if (!lanes.none()) {
          out.add(x, y, lanes);
        }
      });
    });
  }
}

void productBitslice(BitslicedValue& out, const BitslicedValue& fromSet, const BitslicedValue& toSet) {
  out.reset(fromSet.size(), fromSet.plain() && toSet.plain());
  forEachBit(fromSet.row(0), [&](std::size_t x) {
    if (out.plain()) {
      out.setRow(x, toSet.row(0));
      return;
    }
    forEachBit(toSet.row(0), [&](std::size_t y) {
      const Bitslice lanes = fromSet.present(0, x) & toSet.present(0, y);
      if (!lanes.none()) {
        out.set(x, y, lanes);
      }
    });
  });
}

void closeBitslice(BitslicedValue& out, const BitslicedValue& a) {
  out = a;
  for (std::size_t z = 0; z < a.size(); ++z) {
    for (std::size_t x = 0; x < a.size(); ++x) {
      if (((out.row(x) >> z) & 1) == 0) {
        continue;
      }
      if (out.plain()) {
        out.setRow(x, out.row(x) | out.row(z));
        continue;
      }
      const Bitslice first = out.present(x, z);
      forEachBit(out.row(z), [&](std::size_t y) {
        const Bitslice lanes = first & out.present(z, y);
        if (!lanes.none()) {
          out.add(x, y, lanes);
        }
      });
    }
  }
}

void addIdentity(BitslicedValue& value) {
  for (std::size_t x = 0; x < value.size(); ++x) {
    if (value.plain()) {
      value.setRow(x, value.row(x) | (std::uint32_t{1} << x));
    } else {
      value.set(x, x, Bitslice::all());
    }
  }
}

void invertBitslice(BitslicedValue& out, const BitslicedValue& a) {
  out.reset(a.size(), a.plain());
  for (std::size_t x = 0; x < a.size(); ++x) {
    forEachBit(a.row(x), [&](std::size_t y) {
      if (a.plain()) {
        out.setRow(y, out.row(y) | (std::uint32_t{1} << x));
      } else {
        out.set(y, x, a.present(x, y));
      }
    });
  }
}

void complementBitslice(BitslicedValue& out, const BitslicedValue& a, bool isSet) {
  out.reset(a.size(), a.plain());
  for (std::size_t x = 0; x < (isSet ? 1 : a.size()); ++x) {
    if (a.plain()) {
      out.setRow(x, universe(a.size()) & ~a.row(x));
      continue;
    }
    for (std::size_t y = 0; y < a.size(); ++y) {
      const Bitslice lanes = Bitslice::all() - a.at(x, y);
      if (!lanes.none()) {
        out.set(x, y, lanes);
      }
    }
  }
}

void bracketBitslice(BitslicedValue& out, const BitslicedValue& set) {
  out.reset(set.size(), set.plain());
  forEachBit(set.row(0), [&](std::size_t x) {
    if (set.plain()) {
      out.setRow(x, std::uint32_t{1} << x);
    } else {
      out.set(x, x, set.present(0, x));
    }
  });
}

void domainBitslice(BitslicedValue& out, const BitslicedValue& a) {
  out.reset(a.size(), a.plain());
  for (std::size_t x = 0; x < a.size(); ++x) {
    if (a.plain()) {
      out.setRow(0, out.row(0) | (a.row(x) == 0 ? 0 : std::uint32_t{1} << x));
    } else {
      forEachBit(a.row(x), [&](std::size_t y) { out.add(0, x, a.present(x, y)); });
    }
  }
}

void rangeBitslice(BitslicedValue& out, const BitslicedValue& a) {
  out.reset(a.size(), a.plain());
  for (std::size_t x = 0; x < a.size(); ++x) {
    if (a.plain()) {
      out.setRow(0, out.row(0) | a.row(x));
    } else {
      forEachBit(a.row(x), [&](std::size_t y) { out.add(0, y, a.present(x, y)); });
    }
  }
}

Bitslice reflexiveBitslice(const BitslicedValue& a) {
  Bitslice lanes;
  for (std::size_t x = 0; x < a.size(); ++x) {
    lanes |= a.at(x, x);
  }
  return lanes;
}

Bitslice nonemptyBitslice(const BitslicedValue& a) {
  Bitslice lanes;
  for (std::size_t x = 0; x < a.size(); ++x) {
    forEachBit(a.row(x), [&](std::size_t y) { lanes |= a.present(x, y); });
  }
  return lanes;
}

}  // namespace hrfcheck::inline synth
