// A model on one structure: folds over classes are unrolled, class variables are constants, sets lie on the
// diagonal. What is left are the thirteen operators of Term, each with bounds (bounds.cpp).
//
// A recursion's bounds are least fixpoints, reached in two phases: first what its members may relate grows
// from nothing, with what they must relate held at nothing; then what they must relate grows, with the former
// final. In the first phase all estimates of "may" only grow and of "must" only shrink towards sound ones, in
// the second "must" grows from sound to sound, so negations of negations inside a body do no harm. Nested
// recursions settle together with the outermost (Bekic: the simultaneous fixpoint is the nested one).

#include "engine/smt/encode/relations/terms.h"

#include <algorithm>

#include "cat/interpret/meaning.h"
#include "engine/smt/encode/relations/bounds.h"
#include "engine/smt/encode/relations/static_value.h"
#include "execution/evaluate/class_limits.h"
#include "util/diagnostic.h"
#include "util/invariant.h"
#include "util/overloaded.h"

namespace hrfcheck::inline engine::smt {

Terms::Terms(const Model& model, const CandidateFormula& candidate)
    : model_(model), candidate_(candidate), facts_(factsOf(model)) {}

Terms::Binding Terms::relevant(CatNodeId node, const Binding& binding) const {
  Binding result;
  for (const ClassVariable v : facts_[node].variables) {
    const auto bound = binding.find(v);
    INVARIANT(bound != binding.end(), "a class variable outside of its fold");
    result.insert(*bound);
  }
  return result;
}

Terms::Key Terms::keyOf(std::uint32_t id, const Binding& binding) {
  Key key{id, {}};
  for (const auto& [variable, members] : binding) {
    key.second.emplace_back(variable, members.members());
  }
  return key;
}

TermId Terms::of(CatNodeId node, const Binding& binding) {
  const Binding bound = relevant(node, binding);
  const Key key = keyOf(node, bound);
  const auto found = known_.find(key);
  if (found != known_.end()) {
    return found->second;
  }
  if (known_.size() >= kMostWrittenOut) {
    failTooManyClasses(model_, node);
  }
  const TermId id = make(model_.nodes[node], bound);
  known_.emplace(key, id);
  return id;
}

/// Terms that are the same as an earlier one are not made again: the same operator on the same operands, or a
/// constant with the same pairs. Folds ask for many of them, where classes differ and what follows does not.
/// Inside of a recursion nothing is known to be the same before it has settled.
TermId Terms::add(Term term) {
  Composition key{term.op, term.type, term.operands, term.literals};
  const bool composed = openGroups_ == 0 && term.op != TermOp::Constant;
  if (const auto known = composed_.find(key); composed && known != composed_.end()) {
    return known->second;
  }
  const TermId id = make(std::move(term));
  const TermId known = openGroups_ == 0 ? sameConstant(id) : id;
  if (known != id) {
    terms_.pop_back();
  }
  if (composed) {
    composed_.emplace(std::move(key), known);
  }
  return known;
}

TermId Terms::make(Term term) {
  const auto id = static_cast<TermId>(terms_.size());
  term.fixpoint = term.op == TermOp::Plus || term.op == TermOp::Member;
  term.member = term.op == TermOp::Member;
  for (TermId o : term.operands) {
    term.fixpoint = term.fixpoint || terms_[o].fixpoint;
    term.member = term.member || terms_[o].member;
  }
  terms_.push_back(std::move(term));
  computeBounds(candidate_, terms_, id);
  return id;
}

/// Of a term that depends on no choice: an earlier one with the same pairs, or itself. What the pairs of
/// exclusive events would be matters to classes(...) (static_value.h), so it must be the same, too.
TermId Terms::sameConstant(TermId id) {
  const Term& term = terms_[id];
  if (term.op == TermOp::Dynamic || term.may != (term.must & candidate_.together())) {
    return id;
  }
  std::vector<TermId>& alike = constants_[{term.type, term.may.count()}];
  const auto same = std::ranges::find_if(alike, [&](TermId other) {
    return terms_[other].may == term.may && terms_[other].must == term.must &&
           staticValue(terms_, other) == staticValue(terms_, id);
  });
  return same != alike.end() ? *same : alike.emplace_back(id);
}

TermId Terms::constant(const Relation& certain, CatType type) {
  Term term{TermOp::Constant, type, {}, nullptr, false, false, certain, certain};
  return add(std::move(term));
}

/// What operators make of terms, which have such a type (cat/interpret/meaning.h).
struct Terms::Operators {
  Terms& terms;

  TermId identity(CatType type) const {
    return terms.constant(Relation::identity(EventSet::full(terms.candidate_.size())), type);
  }
  TermId plus(CatType type, TermId r) const { return terms.made(TermOp::Plus, type, {r}); }
  TermId optional(CatType type, TermId r) const {
    return terms.made(TermOp::Union, type, {r, identity(type)});
  }
  TermId inverse(CatType type, TermId r) const { return terms.made(TermOp::Inverse, type, {r}); }
  TermId complement(CatType type, TermId a) const { return terms.made(TermOp::Complement, type, {a}); }
  TermId bracket(CatType, TermId s) const { return s; }
  TermId domain(CatType type, TermId r) const { return terms.made(TermOp::Domain, type, {r}); }
  TermId range(CatType type, TermId r) const { return terms.made(TermOp::Range, type, {r}); }
  TermId unite(CatType type, TermId a, TermId b) const { return terms.made(TermOp::Union, type, {a, b}); }
  TermId intersect(CatType type, TermId a, TermId b) const {
    return terms.made(TermOp::Intersection, type, {a, b});
  }
  TermId subtract(CatType type, TermId a, TermId b) const {
    return terms.made(TermOp::Difference, type, {a, b});
  }
  TermId sequence(CatType type, TermId r, TermId s) const {
    return terms.made(TermOp::Sequence, type, {r, s});
  }
  TermId product(CatType type, TermId s, TermId t) const { return terms.made(TermOp::Product, type, {s, t}); }
};

TermId Terms::make(const CatNode& node, const Binding& binding) {
  const std::size_t n = candidate_.size();
  const auto all = [n] { return EventSet::full(n); };
  const Operators operators{*this};
  return std::visit(
      Overloaded{
          [&](const TagNode& t) { return makeTag(t); }, [&](const BaseNode& b) { return makeBase(b); },
          [&](const EmptyNode&) { return constant(Relation(n), node.type); },
          [&](const UniverseNode&) {
            return constant(
                node.type == CatType::Set ? Relation::identity(all()) : Relation::product(all(), all()),
                node.type);
          },
          [&](const IdentityNode&) { return operators.identity(node.type); },
          [&](const UnaryNode& u) {
            return meaning(u.op, operators, node.type, of(u.operand, binding), node.type);
          },
          [&](const BinaryNode& b) {
            const TermId left = of(b.left, binding);
            return meaning(b.op, operators, left, of(b.right, binding), node.type);
          },
          [&](const RecursionNode& r) { return makeMember(r, binding); },
          [&](const ClassVariableNode& v) {
            return constant(Relation::identity(binding.at(v.variable)), CatType::Set);
          },
          [&](const ClassFoldNode& f) { return makeFold(f, node.type, binding); },
          [&](const ChoiceNode& c) {
            INVARIANT(c.choice < choices_.size(), "a choice depends only on earlier ones");
            return add({TermOp::Dynamic, CatType::Relation, {}, choices_[c.choice], false, false, {}, {}});
          }},
      node.node);
}

TermId Terms::makeTag(const TagNode& n) {
  const std::map<std::string, EventSet>& tags = candidate_.structure().tags();
  const auto tag = tags.find(n.tag);
  const TermId certain = constant(
      Relation::identity(tag == tags.end() ? EventSet(candidate_.size()) : tag->second), CatType::Set);
  const PairLiterals* conditional = candidate_.conditionalMembers(n.tag);
  if (conditional == nullptr) {
    return certain;
  }
  const TermId open = add({TermOp::Dynamic, CatType::Set, {}, conditional, false, false, {}, {}});
  return made(TermOp::Union, CatType::Set, {certain, open});
}

TermId Terms::makeBase(const BaseNode& n) {
  if (const PairLiterals* literals = candidate_.dynamicRelation(n.relation)) {
    return add({TermOp::Dynamic, CatType::Relation, {}, literals, false, false, {}, {}});
  }
  const Relation* relation = candidate_.structure().staticRelation(n.name);
  return constant(relation != nullptr ? *relation : Relation(candidate_.size()), CatType::Relation);
}

TermId Terms::made(TermOp op, CatType type, std::vector<TermId> operands) {
  return add({op, type, std::move(operands), nullptr, false, false, {}, {}});
}

TermId Terms::makeFold(const ClassFoldNode& n, CatType type, const Binding& binding) {
  std::vector<TermId> bodies;
  for (const EventSet& members : classesAt(n.classesOf, binding)) {
    Binding inner = binding;
    inner.insert_or_assign(n.variable, members);
    bodies.push_back(of(n.body, inner));
  }
  std::ranges::sort(bodies);
  bodies.erase(std::ranges::unique(bodies).begin(), bodies.end());
  return made(TermOp::Union, type, std::move(bodies));
}

std::vector<EventSet> Terms::classesAt(CatNodeId classesOf, const Binding& binding) {
  const Place& place = model_.nodes[classesOf].place;
  const std::optional<Relation> r = staticValue(terms_, of(classesOf, binding));
  if (!r) {
    throw UserError(place, "classes(r) needs a relation that does not depend on the execution");
  }
  if (r->inverse() != *r || !(r->compose(*r, candidate_.deadline()) - *r).empty()) {
    throw UserError(place, "classes(r) needs a symmetric and transitive relation");
  }
  return hrfcheck::classesOf(*r);
}

TermId Terms::makeMember(const RecursionNode& n, const Binding& binding) {
  const Recursion& recursion = model_.recursions[n.group];
  const Key key = keyOf(n.group, binding);
  const auto found = groups_.find(key);
  if (found != groups_.end()) {
    return found->second[n.member];
  }
  const auto from = static_cast<TermId>(terms_.size());
  const std::size_t size = candidate_.size();
  std::vector<TermId> members;
  for (CatNodeId body : recursion.bodies) {
    const auto id = static_cast<TermId>(terms_.size());
    terms_.push_back(
        {TermOp::Member, model_.nodes[body].type, {}, nullptr, true, true, Relation(size), Relation(size)});
    members.push_back(id);
    members_.push_back(id);
  }
  groups_.emplace(key, members);
  ++openGroups_;
  for (std::size_t m = 0; m < members.size(); ++m) {
    const TermId body = of(recursion.bodies[m], binding);
    terms_[members[m]].operands = {body};
  }
  --openGroups_;
  if (openGroups_ == 0) {
    settle(from);
  }
  return members[n.member];
}

/// Least fixpoints of the bounds of all terms from `from` on, see the top of this file.
void Terms::settle(TermId from) {
  for (TermId id = from; id < terms_.size(); ++id) {
    if (terms_[id].op == TermOp::Member) {
      terms_[id].may = Relation(candidate_.size());
      terms_[id].must = Relation(candidate_.size());
    }
  }
  for (const bool growMust : {false, true}) {
    for (bool changed = true; changed;) {
      changed = false;
      for (TermId id = from; id < terms_.size(); ++id) {
        const bool isMember = terms_[id].op == TermOp::Member;
        const Relation may = terms_[id].may;
        const Relation must = terms_[id].must;
        computeBounds(candidate_, terms_, id, isMember && !growMust);
        changed = changed || may != terms_[id].may || must != terms_[id].must;
      }
    }
  }
}

const Relation& Terms::steps(TermId operand) {
  const auto found = steps_.find(operand);
  if (found != steps_.end()) {
    return found->second;
  }
  return steps_.emplace(operand, withoutShortcuts(candidate_, terms_[operand].may, terms_[operand].must))
      .first->second;
}

}  // namespace hrfcheck::inline engine::smt
