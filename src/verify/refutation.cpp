#include "verify/refutation.h"

#include <algorithm>
#include <charconv>

#include "util/text.h"

namespace hrfcheck::inline verify {
namespace {

/// One line of a proof: a clause that is added, or removed.
struct Line {
  bool removes = false;
  Clause clause;
  bool wellFormed = false;
};

Line parseLine(std::string_view text) {
  Line line;
  const auto skip = [&] { text.remove_prefix(std::min(text.find_first_not_of(" \t\r"), text.size())); };
  skip();
  if (text.starts_with("d ")) {
    line.removes = true;
    text.remove_prefix(2);
  }
  for (skip(); !text.empty(); skip()) {
    Literal literal = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), literal);
    if (error != std::errc() || literal == INT32_MIN) {
      return line;
    }
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (literal == 0) {
      skip();
      line.wellFormed = text.empty();
      return line;
    }
    line.clause.push_back(literal);
  }
  return line;
}

}  // namespace

Clause RefutationChecker::normal(Clause clause) {
  std::sort(clause.begin(), clause.end());
  clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
  return clause;
}

std::uint64_t RefutationChecker::hashOf(const Clause& sorted) {
  std::uint64_t hash = sorted.size();
  for (const Literal literal : sorted) {
    hash = (hash ^ static_cast<std::uint32_t>(literal)) * 0x9e3779b97f4a7c15ULL;
    hash ^= hash >> 29U;
  }
  return hash;
}

void RefutationChecker::reserve(Literal literal) {
  const std::size_t needed = (slot(literal) | 1U) + 1;
  if (values_.size() < needed) {
    values_.resize(needed, 0);
  }
  if (watches_.size() < values_.size()) {
    watches_.resize(values_.size());
  }
}

void RefutationChecker::assign(Literal literal) {
  values_[slot(literal)] = 1;
  values_[slot(-literal)] = -1;
  trail_.push_back(literal);
}

void RefutationChecker::add(Clause given) {
  Clause clause = normal(std::move(given));
  look_.spend(clause.size() + 1);
  for (const Literal literal : clause) {
    reserve(literal);
  }
  const std::uint64_t hash = hashOf(clause);
  // Those that are not false come first: they are watched.
  std::stable_partition(clause.begin(), clause.end(), [&](Literal l) { return value(l) >= 0; });
  const auto index = static_cast<Index>(clauses_.size());
  byHash_.emplace(hash, index);
  for (std::size_t i = 0; i < std::min<std::size_t>(2, clause.size()) && clause.size() > 1; ++i) {
    watches_[slot(clause[i])].push_back(index);
  }
  const bool isFalse = clause.empty() || value(clause[0]) < 0;
  const bool isUnit = !isFalse && value(clause[0]) == 0 && (clause.size() == 1 || value(clause[1]) < 0);
  const Literal first = clause.empty() ? 0 : clause[0];
  clauses_.push_back(std::move(clause));
  if (isFalse) {
    contradiction_ = true;
  } else if (isUnit) {
    assign(first);
    contradiction_ = contradiction_ || !propagate();
  }
}

/// Looks for another literal to watch.
/// @returns false where the clause is false
bool RefutationChecker::visitWatch(Literal falsified, Index index, bool& moved) {
  Clause& clause = clauses_[index];
  if (clause[0] == falsified) {
    std::swap(clause[0], clause[1]);
  }
  if (value(clause[0]) > 0) {
    return true;
  }
  for (std::size_t i = 2; i < clause.size(); ++i) {
    if (value(clause[i]) >= 0) {
      std::swap(clause[1], clause[i]);
      watches_[slot(clause[1])].push_back(index);
      moved = true;
      return true;
    }
  }
  if (value(clause[0]) < 0) {
    return false;
  }
  assign(clause[0]);
  return true;
}

bool RefutationChecker::propagate() {
  while (propagated_ < trail_.size()) {
    const Literal falsified = -trail_[propagated_++];
    std::vector<Index> watching = std::move(watches_[slot(falsified)]);
    look_.spend(watching.size() + 1);
    std::vector<Index> kept;
    bool fine = true;
    for (const Index index : watching) {
      bool moved = false;
      if (fine && !clauses_[index].empty()) {
        fine = visitWatch(falsified, index, moved);
      }
      if (!moved && !clauses_[index].empty()) {
        kept.push_back(index);
      }
    }
    watches_[slot(falsified)] = std::move(kept);
    if (!fine) {
      return false;
    }
  }
  return true;
}

/// Whether unit propagation contradicts the negation of the clause.
bool RefutationChecker::follows(const Clause& clause) {
  const std::size_t before = trail_.size();
  bool contradicted = false;
  for (const Literal literal : clause) {
    if (value(literal) > 0) {
      contradicted = true;
    } else if (value(literal) == 0) {
      assign(-literal);
    }
  }
  contradicted = contradicted || !propagate();
  for (; trail_.size() > before; trail_.pop_back()) {
    values_[slot(trail_.back())] = values_[slot(-trail_.back())] = 0;
  }
  propagated_ = before;
  return contradicted;
}

bool RefutationChecker::remove(const Clause& given) {
  const Clause clause = normal(given);
  const auto [begin, end] = byHash_.equal_range(hashOf(clause));
  for (auto found = begin; found != end; ++found) {
    Clause& stored = clauses_[found->second];
    if (stored.size() != clause.size() || normal(stored) != clause) {
      continue;
    }
    // A clause with a true literal may be why that is true: it stays.
    if (std::none_of(stored.begin(), stored.end(), [&](Literal l) { return value(l) > 0; }) &&
        stored.size() > 1) {
      stored.clear();
      byHash_.erase(found);
    }
    return true;
  }
  return false;
}

RefutationChecker::Fault RefutationChecker::check(std::string_view proof) {
  for (std::size_t number = 1; !contradiction_ && !proof.empty(); ++number) {
    const Line line = parseLine(takeLine(proof));
    if (!line.wellFormed) {
      return {number, "the line is not a clause"};
    }
    if (std::any_of(line.clause.begin(), line.clause.end(),
                    [&](Literal l) { return slot(l) >= values_.size(); })) {
      return {number, "the line has a variable that the clauses do not have"};
    }
    look_.spend(1);
    if (line.removes) {
      if (!remove(line.clause)) {
        return {number, "the line removes a clause that is not there"};
      }
    } else if (follows(line.clause)) {
      add(line.clause);
    } else {
      return {number, "the line does not follow"};
    }
  }
  return contradiction_ ? Fault{} : Fault{0, "the proof ends without a contradiction"};
}

}  // namespace hrfcheck::inline verify
