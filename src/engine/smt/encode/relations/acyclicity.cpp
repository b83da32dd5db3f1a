// Acyclicity by vertex elimination (Rankooh and Rintanen, "Propositional encodings of acyclicity and
// reachability by using vertex elimination", AAAI 2022).
//
// Only edges inside strongly connected components of the may-graph matter, and of the certain ones only those
// that do not follow from others. Then vertices go one by one, the cheapest first: when v goes, every path u
// - v - w becomes an edge u - w (a fresh variable unless one literal says it all), and a path u - v - u is a
// cycle. The result is small where graphs are sparse or nearly trees, as program order with some
// communication is: a ring of store-buffering threads needs a clause per edge, where a transitive closure
// needs a cubic number.
//
// Certain edges between events that happen in every execution order these events in all of them. A path
// between two of them adds nothing where it leads the same way, and closes a cycle where it leads back:
// neither needs a variable.
//
// The opposite question, for tests that want a cycle, guesses it: every chosen event must have a chosen
// successor, and a finite set with that property contains a cycle.

#include "engine/smt/encode/relations/acyclicity.h"

#include <algorithm>
#include <map>
#include <set>

#include "engine/smt/encode/relations/acyclic_terms.h"
#include "engine/smt/encode/relations/bounds.h"

namespace hrfcheck::inline engine::smt {
namespace {

/// What may be part of a cycle of the union of `parts`.
Relation cyclicEdges(const Terms& terms, const std::vector<TermId>& parts) {
  const CandidateFormula& candidate = terms.candidate();
  Relation may(candidate.size());
  Relation must(candidate.size());
  for (TermId p : parts) {
    may |= terms[p].may;
    must |= terms[p].must;
  }
  const Relation closure = may.transitiveClosure(candidate.deadline());
  may &= closure.inverse();
  return withoutShortcuts(candidate, may, must);
}

class Elimination {
 public:
  /// @param ordered transitive; pairs of events that happen in every execution, with a path of certain edges,
  ///     which are added, too
  Elimination(RelationEncoder& encoder, const std::vector<Lit>& unless, Relation ordered)
      : encoder_(encoder),
        unless_(unless),
        ordered_(std::move(ordered)),
        out_(encoder.terms().candidate().size()),
        in_(encoder.terms().candidate().size()) {}

  void addEdge(EventId a, EventId b, const std::vector<Lit>& ways) {
    if (a == b) {
      for (Lit l : ways) {
        forbid({l}, a, a, a);
      }
      return;
    }
    if (ordered_.contains(b, a)) {
      for (Lit l : ways) {
        forbid({l}, a, b, a);
      }
      return;
    }
    if (ordered_.contains(a, b) && ways[0] != kTrue) {
      return;
    }
    Lit edge = ways[0];
    if (ways.size() > 1) {
      edge = formula().fresh({"edge", a, b});
      for (Lit l : ways) {
        formula().clause({-l, edge});
      }
    }
    out_[a][b] = {edge, ways.size() > 1};
    in_[b].insert(a);
  }

  void run() {
    std::set<EventId> left;
    for (EventId e = 0; e < out_.size(); ++e) {
      if (!out_[e].empty() || !in_[e].empty()) {
        left.insert(e);
      }
    }
    while (!left.empty()) {
      formula().spend(left.size());
      const EventId v = *std::min_element(left.begin(), left.end(), [&](EventId a, EventId b) {
        return out_[a].size() * in_[a].size() < out_[b].size() * in_[b].size();
      });
      left.erase(v);
      eliminate(v);
    }
  }

 private:
  struct Edge {
    Lit literal;
    bool ours;  ///< a variable of this encoding, which may be implied by more than it is now
  };

  Formula& formula() { return encoder_.formula(); }

  void forbid(std::vector<Lit> path, EventId a, EventId b, EventId c) {
    std::vector<Lit> clause = unless_;
    path.push_back(encoder_.terms().candidate().exec(a));
    path.push_back(encoder_.between(a, b, c));
    for (Lit l : path) {
      clause.push_back(-l);
    }
    formula().clause(std::move(clause));
  }

  void eliminate(EventId v) {
    for (EventId u : in_[v]) {
      formula().spend(out_[v].size());
      const Lit first = out_[u].at(v).literal;
      for (const auto& [w, edge] : out_[v]) {
        if (u == w || ordered_.contains(w, u)) {
          forbid({first, edge.literal}, u, v, w);
        } else if (ordered_.contains(u, w)) {
          if (ordered_.contains(u, v) && ordered_.contains(v, w)) {
            out_[u][w] = {kTrue, false};
            in_[w].insert(u);
          }
        } else if (encoder_.terms().candidate().together().contains(u, w)) {
          addPath(u, v, w, first, edge.literal);
        }
      }
    }
    for (EventId u : in_[v]) {
      out_[u].erase(v);
    }
    for (const auto& [w, edge] : out_[v]) {
      in_[w].erase(v);
    }
    in_[v].clear();
    out_[v].clear();
  }

  void addPath(EventId u, EventId v, EventId w, Lit first, Lit second) {
    const Lit happens = encoder_.between(u, v, w);
    const auto found = out_[u].find(w);
    if (found == out_[u].end()) {
      const int open = (first != kTrue) + (second != kTrue) + (happens != kTrue);
      in_[w].insert(u);
      if (open <= 1) {
        out_[u][w] = {first != kTrue ? first : second != kTrue ? second : happens, false};
        return;
      }
      out_[u][w] = {formula().fresh({"path", u, w}), true};
    } else if (found->second.literal == kTrue) {
      return;
    } else if (!found->second.ours) {
      const Lit path = formula().fresh({"path", u, w});
      formula().clause({-found->second.literal, path});
      found->second = {path, true};
    }
    formula().clause({-first, -happens, -second, out_[u].at(w).literal});
  }

  RelationEncoder& encoder_;
  const std::vector<Lit>& unless_;
  Relation ordered_;
  std::vector<std::map<EventId, Edge>> out_;
  std::vector<std::set<EventId>> in_;
};

std::vector<Lit> waysOf(RelationEncoder& encoder, const std::vector<TermId>& parts, EventId a, EventId b,
                        Polarity polarity) {
  std::vector<Lit> ways;
  for (TermId p : parts) {
    const Lit l = encoder.pair(p, a, b, polarity);
    if (l == kTrue) {
      return {kTrue};
    }
    if (l != kFalse && std::find(ways.begin(), ways.end(), l) == ways.end()) {
      ways.push_back(l);
    }
  }
  return ways;
}

struct WeighedEdge {
  EventId from, to;
  std::vector<Lit> ways;  ///< one of them is true where the edge is there; not empty
};

/// How certain edges order events that happen in every execution; nothing where they do not.
Relation orderedByCertainEdges(const CandidateFormula& candidate, const std::vector<WeighedEdge>& edges) {
  Relation certain(candidate.size());
  for (const WeighedEdge& edge : edges) {
    if (edge.ways[0] == kTrue && candidate.exec(edge.from) == kTrue && candidate.exec(edge.to) == kTrue) {
      certain.insert(edge.from, edge.to);
    }
  }
  return certain.acyclic() ? certain.transitiveClosure(candidate.deadline()) : Relation(candidate.size());
}

}  // namespace

void requireAcyclic(RelationEncoder& encoder, TermId term, const std::vector<Lit>& unless) {
  const std::vector<TermId> parts = cycleParts(encoder.terms(), term);
  std::vector<WeighedEdge> edges;
  cyclicEdges(encoder.terms(), parts).forEach([&](EventId a, EventId b) {
    std::vector<Lit> ways = waysOf(encoder, parts, a, b, Polarity::Up);
    if (!ways.empty()) {
      edges.push_back({a, b, std::move(ways)});
    }
  });
  Elimination elimination(encoder, unless, orderedByCertainEdges(encoder.terms().candidate(), edges));
  for (const WeighedEdge& edge : edges) {
    elimination.addEdge(edge.from, edge.to, edge.ways);
  }
  elimination.run();
}

Lit someCycle(RelationEncoder& encoder, TermId term) {
  Formula& formula = encoder.formula();
  const std::vector<TermId> parts = cycleParts(encoder.terms(), term);
  const Relation edges = cyclicEdges(encoder.terms(), parts);
  std::map<EventId, Lit> chosen;
  std::vector<Lit> any;
  edges.domain().forEach([&](EventId e) {
    chosen[e] = formula.fresh({"on-cycle", e});
    formula.imply(chosen[e], encoder.terms().candidate().exec(e));
    any.push_back(chosen[e]);
  });
  for (const auto& [a, isChosen] : chosen) {
    std::vector<Lit> successors{-isChosen};
    for (EventId b : edges.successors(a).members()) {
      const Lit edge = formula.orOf(waysOf(encoder, parts, a, b, Polarity::Down));
      const auto next = chosen.find(b);
      if (next != chosen.end()) {
        successors.push_back(formula.andOf(edge, next->second));
      }
    }
    formula.clause(std::move(successors));
  }
  return formula.orOf(std::move(any));
}

}  // namespace hrfcheck::inline engine::smt
