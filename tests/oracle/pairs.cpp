#include "oracle/pairs.h"

namespace hrfcheck::test {

Pairs Pairs::operator|(const Pairs& other) const {
  return pairsWhere(size(), [&](std::size_t a, std::size_t b) { return has(a, b) || other.has(a, b); });
}

Pairs Pairs::operator&(const Pairs& other) const {
  return pairsWhere(size(), [&](std::size_t a, std::size_t b) { return has(a, b) && other.has(a, b); });
}

Pairs Pairs::operator-(const Pairs& other) const {
  return pairsWhere(size(), [&](std::size_t a, std::size_t b) { return has(a, b) && !other.has(a, b); });
}

Pairs Pairs::then(const Pairs& other) const {
  Pairs result(size());
  for (std::size_t a = 0; a < size(); ++a) {
    for (std::size_t b = 0; b < size(); ++b) {
      if (has(a, b)) {
        result.rows_[a] |= other.rows_[b];
      }
    }
  }
  return result;
}

Pairs Pairs::inverse() const {
  return pairsWhere(size(), [&](std::size_t a, std::size_t b) { return has(b, a); });
}

Pairs Pairs::orSame() const {
  return pairsWhere(size(), [&](std::size_t a, std::size_t b) { return a == b || has(a, b); });
}

Pairs Pairs::closure() const {
  Pairs result = *this;
  for (std::size_t via = 0; via < size(); ++via) {
    for (std::size_t a = 0; a < size(); ++a) {
      if (result.has(a, via)) {
        result.rows_[a] |= result.rows_[via];
      }
    }
  }
  return result;
}

bool Pairs::irreflexive() const {
  for (std::size_t a = 0; a < size(); ++a) {
    if (has(a, a)) {
      return false;
    }
  }
  return true;
}

}  // namespace hrfcheck::test
