// A definition of a model taken apart for one pair of events: the evaluator says which pairs each part of it
// relates, and what is looked for is a way through the parts. Alternatives are compared by the number of
// facts they rest on; closures by the number of steps. A recursive definition is a least fixpoint, so each of
// its pairs has a derivation in which no pair derives itself, and that is the one that is found: a pair that
// is being derived is no reason for itself.

#include "check/explain/derivation.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <tuple>

#include "cat/model/text.h"
#include "util/invariant.h"
#include "util/overloaded.h"

namespace hrfcheck::inline check {

std::size_t Derivation::size() const {
  std::size_t facts = parts.empty() ? 1 : 0;
  for (const Derivation& part : parts) {
    facts += part.size();
  }
  return facts;
}

namespace {

using Kind = Derivation::Kind;
using Found = std::optional<Derivation>;

/// The events of a shortest path of at least one step, or none.
std::vector<EventId> shortestPath(const Relation& relation, EventId from, EventId to) {
  std::vector<EventId> before(relation.size(), kNoEvent);
  std::deque<EventId> queue{from};
  while (!queue.empty()) {
    const EventId at = queue.front();
    queue.pop_front();
    if (relation.contains(at, to)) {
      std::vector<EventId> path{to, at};
      for (EventId e = at; e != from; e = before[e]) {
        path.push_back(before[e]);
      }
      std::ranges::reverse(path);
      return path;
    }
    relation.successors(at).forEach([&](EventId next) {
      if (next != from && before[next] == kNoEvent) {
        before[next] = at;
        queue.push_back(next);
      }
    });
  }
  return {};
}

}  // namespace

struct Deriver::State {
  State(const Model& m, const Execution& e) : model(m), execution(e), evaluator(m, *e.structure) {}

  const CatValue& value(CatNodeId node);
  const Relation& relation(CatNodeId node) { return std::get<Relation>(value(node)); }
  bool holds(CatNodeId node, EventId from, EventId to) { return relation(node).contains(from, to); }

  Found derive(CatNodeId node, EventId from, EventId to);
  Found takeApart(CatNodeId node, EventId from, EventId to);
  Found ofUnary(const UnaryNode& node, CatNodeId id, EventId from, EventId to);
  Found ofBinary(const BinaryNode& node, CatNodeId id, EventId from, EventId to);
  Found alternative(const BinaryNode& node, EventId from, EventId to);
  Found sequence(const BinaryNode& node, CatNodeId id, EventId from, EventId to);
  Found closure(CatNodeId operand, CatNodeId id, EventId from, EventId to);
  Found connection(CatNodeId operand, CatNodeId id, EventId from, EventId to);
  template <typename Derive>
  Found shortest(const Relation& edges, CatNodeId id, EventId from, EventId to, Derive derived);
  void appendStep(Derivation& path, CatNodeId operand, Derivation step) const;
  Derivation fact(CatNodeId node, EventId from, EventId to) const;
  std::string textOf(CatNodeId node) const;

  const Model& model;
  const Execution& execution;
  Evaluator evaluator;
  std::map<CatNodeId, CatValue> values;
  using Key = std::tuple<CatNodeId, EventId, EventId>;
  std::map<Key, Derivation> known;
  std::set<Key> running;
  std::function<bool(EventId)> preferred;
};

const CatValue& Deriver::State::value(CatNodeId node) {
  const auto found = values.find(node);
  return found != values.end() ? found->second
                               : values.emplace(node, evaluator.value(node, execution)).first->second;
}

std::string Deriver::State::textOf(CatNodeId id) const {
  const CatNode& node = model.nodes[id];
  if (!node.name.empty()) {
    return node.name;
  }
  if (const auto* base = std::get_if<BaseNode>(&node.node)) {
    return nameOf(*base);
  }
  if (const auto* choice = std::get_if<ChoiceNode>(&node.node)) {
    return model.choices[choice->choice].name;
  }
  if (const auto* member = std::get_if<RecursionNode>(&node.node)) {
    return model.recursions[member->group].names[member->member];
  }
  return node.place.known() ? std::string(node.place.source->slice(node.place.span)) : "";
}

Derivation Deriver::State::fact(CatNodeId node, EventId from, EventId to) const {
  return {Kind::Fact, textOf(node), from, to, {}};
}

Found Deriver::State::derive(CatNodeId node, EventId from, EventId to) {
  const Key key{node, from, to};
  if (const auto found = known.find(key); found != known.end()) {
    return found->second;
  }
  if (running.contains(key) || !holds(node, from, to)) {
    return std::nullopt;
  }
  running.insert(key);
  Found found = takeApart(node, from, to);
  running.erase(key);
  if (!found) {
    return std::nullopt;
  }
  const std::string& name = model.nodes[node].name;
  if (!name.empty() && found->by != name) {
    const bool wraps = found->kind != Kind::Fact;
    *found = wraps ? Derivation{Kind::Name, name, from, to, {std::move(*found)}} : fact(node, from, to);
  }
  if (running.empty()) {
    known.emplace(key, *found);  // nothing was ruled out on the way
  }
  return found;
}

Found Deriver::State::takeApart(CatNodeId id, EventId from, EventId to) {
  return std::visit(Overloaded{[&](const UnaryNode& node) {
    return ofUnary(node, id, from, to); },
                               [&](const BinaryNode& node) {
    return ofBinary(node, id, from, to); },
                               [&](const RecursionNode& node) -> Found {
    Found body = derive(model.recursions[node.group].bodies[node.member], from, to);
    if (!body) {
      return std::nullopt;
    }
    return Derivation{Kind::Name, textOf(id), from, to, {std::move(*body)}};
                               },
                               [&]<typename T>(const T&) -> Found
                                 requires GivenNode<T> || OneOf<T, ClassVariableNode, ClassFoldNode, ChoiceNode>
                               { return fact(id, from, to);
}
},
                    model.nodes[id].node);
}

Found Deriver::State::ofUnary(const UnaryNode& node, CatNodeId id, EventId from, EventId to) {
  switch (node.op) {
    case CatUnary::Plus:
      return closure(node.operand, id, from, to);
    case CatUnary::Star:
      return from == to ? fact(id, from, to) : closure(node.operand, id, from, to);
    case CatUnary::Optional:
      return from == to ? fact(id, from, to) : derive(node.operand, from, to);
    case CatUnary::Inverse: {
      Found turned = derive(node.operand, to, from);
      if (!turned) {
        return std::nullopt;
      }
      return Derivation{Kind::Inverse, textOf(id), from, to, {std::move(*turned)}};
    }
    case CatUnary::Equivalence:
      return from == to ? fact(id, from, to) : connection(node.operand, id, from, to);
    case CatUnary::Complement:
    case CatUnary::Bracket:
    case CatUnary::Domain:
    case CatUnary::Range:
      return fact(id, from, to);
  }
  return std::nullopt;
}

Found Deriver::State::ofBinary(const BinaryNode& node, CatNodeId id, EventId from, EventId to) {
  switch (node.op) {
    case CatBinary::Union:
      return alternative(node, from, to);
    case CatBinary::Sequence:
      return sequence(node, id, from, to);
    case CatBinary::Difference:
      return derive(node.left, from, to);
    case CatBinary::Product:
      return fact(id, from, to);
    case CatBinary::Intersection:
      break;
  }
  Found left = derive(node.left, from, to);
  Found right = derive(node.right, from, to);
  if (!left || !right) {
    return std::nullopt;
  }
  Derivation both{Kind::Conjunction, textOf(id), from, to, {}};
  for (Derivation* part : {&*left, &*right}) {
    if (part->kind == Kind::Conjunction && model.nodes[id].name.empty() && part->by != textOf(id)) {
      std::ranges::move(part->parts, std::back_inserter(both.parts));
    } else {
      both.parts.push_back(std::move(*part));
    }
  }
  return both;
}

Found Deriver::State::alternative(const BinaryNode& node, EventId from, EventId to) {
  Found left = derive(node.left, from, to);
  Found right = derive(node.right, from, to);
  return !right || (left && left->size() <= right->size()) ? left : right;
}

/// Steps of what has no name are steps of the whole; steps that stay where they are ([S], r?) are left out.
void Deriver::State::appendStep(Derivation& path, CatNodeId operand, Derivation step) const {
  if (step.kind == Kind::Path && model.nodes[operand].name.empty()) {
    std::ranges::move(step.parts, std::back_inserter(path.parts));
  } else if (step.from != step.to || step.kind != Kind::Fact) {
    path.parts.push_back(std::move(step));
  }
}

/// Through the intermediate event that takes fewest facts; where the sequence is what is asked for, through
/// one that is preferred, if there is any.
Found Deriver::State::sequence(const BinaryNode& node, CatNodeId id, EventId from, EventId to) {
  Found best;
  bool passes = false;
  const bool asked = running.size() == 1 && preferred;
  for (const EventId middle : relation(node.left).successors(from).members()) {
    if (!holds(node.right, middle, to)) {
      continue;
    }
    Found left = derive(node.left, from, middle);
    Found right = derive(node.right, middle, to);
    if (!left || !right) {
      continue;
    }
    Derivation path{Kind::Path, textOf(id), from, to, {}};
    appendStep(path, node.left, std::move(*left));
    appendStep(path, node.right, std::move(*right));
    const bool here = asked && preferred(middle);
    if (!best || (here != passes ? here : path.size() < best->size())) {
      best = std::move(path);
      passes = here;
    }
  }
  if (best && best->parts.size() == 1) {
    return std::move(best->parts.front());
  }
  if (best && best->parts.empty()) {
    return fact(id, from, to);
  }
  return best;
}

Found Deriver::State::closure(CatNodeId operand, CatNodeId id, EventId from, EventId to) {
  return shortest(relation(operand), id, from, to,
                  [&](EventId a, EventId b) { return derive(operand, a, b); });
}

/// Some of the steps may go backwards.
Found Deriver::State::connection(CatNodeId operand, CatNodeId id, EventId from, EventId to) {
  const Relation& steps = relation(operand);
  return shortest(steps | steps.inverse(), id, from, to, [&](EventId a, EventId b) {
    if (holds(operand, a, b)) {
      return derive(operand, a, b);
    }
    Found back = derive(operand, b, a);
    return back ? Found(Derivation{Kind::Inverse, textOf(operand) + "^-1", a, b, {std::move(*back)}}) : back;
  });
}

template <typename Derive>
Found Deriver::State::shortest(const Relation& edges, CatNodeId id, EventId from, EventId to,
                               Derive derived) {
  const std::vector<EventId> events = shortestPath(edges, from, to);
  Derivation path{Kind::Path, textOf(id), from, to, {}};
  for (std::size_t i = 0; i + 1 < events.size(); ++i) {
    Found step = derived(events[i], events[i + 1]);
    if (!step) {
      return std::nullopt;
    }
    path.parts.push_back(std::move(*step));
  }
  return path.parts.size() == 1 ? std::move(path.parts.front()) : Found(std::move(path));
}

Deriver::Deriver(const Model& model, const Execution& execution)
    : state_(std::make_unique<State>(model, execution)) {}

Deriver::~Deriver() = default;

const Relation& Deriver::relation(CatNodeId node) {
  return state_->relation(node);
}

Derivation Deriver::derive(CatNodeId node, EventId from, EventId to,
                           const std::function<bool(EventId)>& preferred) {
  const State::Key asked{node, from, to};
  state_->preferred = preferred;
  if (preferred) {
    state_->known.erase(asked);
  }
  Found found = state_->derive(node, from, to);
  if (preferred) {
    state_->known.erase(asked);
    state_->preferred = nullptr;  // it may speak of what its owner holds no longer
  }
  INVARIANT(found.has_value(), "what holds has a derivation");
  return std::move(*found);
}

std::optional<std::vector<Derivation>> Deriver::cycle(CatNodeId node,
                                                      const std::function<bool(EventId)>& preferred) {
  const Relation& edges = relation(node);
  std::vector<EventId> best;
  bool bestIsPreferred = false;
  for (EventId e = 0; e < edges.size(); ++e) {
    const std::vector<EventId> path = shortestPath(edges, e, e);
    const bool isPreferred = preferred && std::ranges::any_of(path, preferred);
    const bool better = isPreferred != bestIsPreferred ? isPreferred : path.size() < best.size();
    if (!path.empty() && (best.empty() || better)) {
      best = path;
      bestIsPreferred = isPreferred;
    }
  }
  if (best.empty()) {
    return std::nullopt;
  }
  std::vector<Derivation> steps;
  for (std::size_t i = 0; i + 1 < best.size(); ++i) {
    steps.push_back(derive(node, best[i], best[i + 1]));
  }
  return steps;
}

}  // namespace hrfcheck::inline check
