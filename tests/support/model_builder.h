#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cat/model/builtins.h"
#include "cat/model/model.h"

namespace hrfcheck::test {

class ModelBuilder;

/// A node of a model under construction, with operators as in cat.
struct Term {
  ModelBuilder* builder;
  CatNodeId id;
};

/// A model written down in C++, node by node, for tests that should not depend on the parser of models.
class ModelBuilder {
 public:
  Term tag(const std::string& name) { return add(TagNode{name}, CatType::Set); }
  Term base(BaseRelation relation) { return add(BaseNode{relation, ""}, CatType::Relation); }
  /// By its name in models; a static relation that no test has where it is none.
  Term base(std::string_view name) {
    const cat::Builtin* builtin = cat::findBuiltin(name);
    return builtin != nullptr
               ? add(BaseNode{builtin->relation, std::string(builtin->detail)}, CatType::Relation)
               : add(BaseNode{BaseRelation::Static, std::string(name)}, CatType::Relation);
  }
  Term po() { return base(static_relation::Po); }
  Term rf() { return base(BaseRelation::Rf); }
  Term co() { return base(BaseRelation::Co); }
  Term loc() { return base(BaseRelation::Loc); }
  Term fr();
  Term id() { return add(IdentityNode{}, CatType::Relation); }
  Term all(CatType type) { return add(UniverseNode{}, type); }
  Term none(CatType type) { return add(EmptyNode{}, type); }
  Term recursive(std::uint32_t group, std::uint32_t member, CatType type) {
    return add(RecursionNode{group, member}, type);
  }
  Term classVariable(ClassVariable v) { return add(ClassVariableNode{v}, CatType::Set); }
  Term fold(ClassVariable v, Term classes, Term body) {
    return add(ClassFoldNode{v, classes.id, body.id}, typeOf(body));
  }
  Term unary(CatUnary op, Term operand) {
    CatType type = typeOf(operand);
    if (op == CatUnary::Bracket) {
      type = CatType::Relation;
    } else if (op == CatUnary::Domain || op == CatUnary::Range) {
      type = CatType::Set;
    }
    return add(UnaryNode{op, operand.id}, type);
  }
  Term binary(CatBinary op, Term left, Term right) {
    return add(BinaryNode{op, left.id, right.id},
               op == CatBinary::Product ? CatType::Relation : typeOf(left));
  }
  /// Chooses an order; the result is the chosen one.
  Term linearisation(const std::string& name, Term set, Term order,
                     std::optional<Term> within = std::nullopt) {
    const auto withinId = within ? std::optional(within->id) : std::nullopt;
    model_.choices.push_back({name, set.id, order.id, withinId, {}});
    return add(ChoiceNode{static_cast<std::uint32_t>(model_.choices.size() - 1)}, CatType::Relation);
  }

  ModelBuilder& check(CheckRole role, CheckKind kind, bool negated, Term node, const std::string& name,
                      std::vector<ClassBinder> forall = {}) {
    model_.checks.push_back({role, kind, negated, node.id, name, {}, std::move(forall)});
    return *this;
  }
  ModelBuilder& acyclic(Term node, const std::string& name = "acyclic") {
    return check(CheckRole::Require, CheckKind::Acyclic, false, node, name);
  }
  ModelBuilder& irreflexive(Term node, const std::string& name = "irreflexive") {
    return check(CheckRole::Require, CheckKind::Irreflexive, false, node, name);
  }
  ModelBuilder& empty(Term node, const std::string& name = "empty") {
    return check(CheckRole::Require, CheckKind::Empty, false, node, name);
  }
  ModelBuilder& flagNotEmpty(Term node, const std::string& name) {
    return check(CheckRole::Flag, CheckKind::Empty, true, node, name);
  }

  CatType typeOf(Term term) const { return model_.nodes[term.id].type; }
  Model& model() { return model_; }

 private:
  template <typename Node>
  Term add(Node node, CatType type) {
    model_.nodes.push_back({std::move(node), type, {}, ""});
    return {this, static_cast<CatNodeId>(model_.nodes.size() - 1)};
  }

  Model model_;
};

inline Term operator|(Term a, Term b) {
  return a.builder->binary(CatBinary::Union, a, b);
}
inline Term operator&(Term a, Term b) {
  return a.builder->binary(CatBinary::Intersection, a, b);
}
inline Term operator-(Term a, Term b) {
  return a.builder->binary(CatBinary::Difference, a, b);
}
inline Term operator*(Term a, Term b) {
  return a.builder->binary(CatBinary::Product, a, b);
}
inline Term operator~(Term a) {
  return a.builder->unary(CatUnary::Complement, a);
}
inline Term seq(Term a, Term b) {
  return a.builder->binary(CatBinary::Sequence, a, b);
}
inline Term plus(Term a) {
  return a.builder->unary(CatUnary::Plus, a);
}
inline Term star(Term a) {
  return a.builder->unary(CatUnary::Star, a);
}
inline Term maybe(Term a) {
  return a.builder->unary(CatUnary::Optional, a);
}
inline Term inverse(Term a) {
  return a.builder->unary(CatUnary::Inverse, a);
}
inline Term bracket(Term a) {
  return a.builder->unary(CatUnary::Bracket, a);
}
inline Term domain(Term a) {
  return a.builder->unary(CatUnary::Domain, a);
}
inline Term range(Term a) {
  return a.builder->unary(CatUnary::Range, a);
}
inline Term equivalence(Term a) {
  return a.builder->unary(CatUnary::Equivalence, a);
}

inline Term ModelBuilder::fr() {
  return seq(inverse(rf()), co());
}

/// Sequential consistency, with atomic read-modify-writes.
inline Model scModel() {
  ModelBuilder m;
  const Term rmw = m.base(static_relation::Rmw);
  m.acyclic(m.po() | m.rf() | m.co() | m.fr() | m.base(BaseRelation::SyncBarrier), "sc");
  m.empty(rmw & seq(m.fr(), m.co()), "atomicity");
  return m.model();
}

/// Nothing but coherence per location.
inline Model coherenceModel() {
  ModelBuilder m;
  m.acyclic((m.po() & m.loc()) | m.rf() | m.co() | m.fr(), "coherence");
  return m.model();
}

}  // namespace hrfcheck::test
