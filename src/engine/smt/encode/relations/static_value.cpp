#include "engine/smt/encode/relations/static_value.h"

#include <map>

#include "util/invariant.h"

namespace hrfcheck::inline engine::smt {
namespace {

EventSet members(const Relation& diagonal) {
  return diagonal.domain();
}

Relation combined(const Term& term, const std::vector<Relation>& of, std::size_t size) {
  switch (term.op) {
    case TermOp::Union: {
      Relation result(size);
      for (const Relation& r : of) {
        result |= r;
      }
      return result;
    }
    case TermOp::Intersection:
      return of[0] & of[1];
    case TermOp::Difference:
      return of[0] - of[1];
    case TermOp::Complement: {
      const EventSet all = EventSet::full(size);
      return (term.type == CatType::Set ? Relation::identity(all) : Relation::product(all, all)) - of[0];
    }
    case TermOp::Sequence:
      return of[0].compose(of[1]);
    case TermOp::Product:
      return Relation::product(members(of[0]), members(of[1]));
    case TermOp::Inverse:
      return of[0].inverse();
    case TermOp::Plus:
      return of[0].transitiveClosure();
    case TermOp::Domain:
      return Relation::identity(of[0].domain());
    case TermOp::Range:
      return Relation::identity(of[0].range());
    case TermOp::Constant:
    case TermOp::Dynamic:
    case TermOp::Member:
      break;
  }
  INVARIANT(false, "leaves have no operands to combine");
}

/// Each term once, however often it is used.
class StaticValues {
 public:
  explicit StaticValues(const std::vector<Term>& terms) : terms_(terms) {}

  std::optional<Relation> of(TermId id) {
    if (const auto known = known_.find(id); known != known_.end()) {
      return known->second;
    }
    return known_.emplace(id, computed(terms_[id])).first->second;
  }

 private:
  std::optional<Relation> computed(const Term& term) {
    if (term.op == TermOp::Constant) {
      return term.must;
    }
    if (term.op == TermOp::Dynamic || term.op == TermOp::Member) {
      return std::nullopt;
    }
    std::vector<Relation> operands;
    for (TermId o : term.operands) {
      std::optional<Relation> value = of(o);
      if (!value) {
        return std::nullopt;
      }
      operands.push_back(std::move(*value));
    }
    return combined(term, operands, term.may.size());
  }

  const std::vector<Term>& terms_;
  std::map<TermId, std::optional<Relation>> known_;
};

}  // namespace

std::optional<Relation> staticValue(const std::vector<Term>& terms, TermId id) {
  return StaticValues(terms).of(id);
}

}  // namespace hrfcheck::inline engine::smt
