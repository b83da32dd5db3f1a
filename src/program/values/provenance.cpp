#include "program/values/provenance.h"

namespace hrfcheck::inline program {

History together(const History& a, const History& b) {
  History result;
  auto x = a.begin();
  auto y = b.begin();
  while (x != a.end() || y != b.end()) {
    if (y == b.end() || (x != a.end() && x->cycle < y->cycle)) {
      result.push_back(*x++);
    } else if (x == a.end() || y->cycle < x->cycle) {
      result.push_back(*y++);
    } else {
      result.push_back({x->cycle, std::max(x->length, y->length), x->writes | y->writes});
      ++x;
      ++y;
    }
  }
  return result;
}

History eitherOf(const History& a, const History& b) {
  History result;
  auto y = b.begin();
  for (const Passage& x : a) {
    while (y != b.end() && y->cycle < x.cycle) {
      ++y;
    }
    if (y != b.end() && y->cycle == x.cycle) {
      result.push_back({x.cycle, std::min(x.length, y->length), x.writes & y->writes});
    }
  }
  return result;
}

const History& Provenance::historyOf(Value v) const {
  static const History kNothing;
  const auto known = histories_.find(v);
  return known == histories_.end() ? kNothing : known->second;
}

bool Provenance::weaken(Value v, const History& other) {
  const auto known = histories_.find(v);
  if (known == histories_.end()) {
    return false;
  }
  History common = eitherOf(known->second, other);
  if (common == known->second) {
    return false;
  }
  if (common.empty()) {
    histories_.erase(known);
  } else {
    known->second = std::move(common);
  }
  return true;
}

void Provenance::insert(Value v, const History& history) {
  if (values_.contains(v)) {
    weaken(v, history);
    return;
  }
  values_.insert(v);
  if (!history.empty()) {
    histories_.emplace(v, history);
  }
}

bool Provenance::insertAll(const Provenance& other) {
  bool changed = false;
  if (!histories_.empty()) {
    for (const Value v : other.values_) {
      changed = weaken(v, other.historyOf(v)) || changed;
    }
  }
  for (const auto& [v, history] : other.histories_) {
    if (!values_.contains(v)) {
      histories_.emplace(v, history);
    }
  }
  const std::size_t before = values_.size();
  values_.insertAll(other.values_);
  return changed || values_.size() != before;
}

}  // namespace hrfcheck::inline program
