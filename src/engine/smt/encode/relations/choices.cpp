// Linearisations: a fresh total order (total_order.h) of the events that may be in the set, cut down to those
// that are, and to the classes of `within` where there is one. The chosen order may be used either way, so
// the set and the classes are Exact; the order that it must contain is a requirement on it, so Up literals
// do.

#include "engine/smt/encode/relations/choices.h"

#include <optional>

#include "engine/smt/formula/total_order.h"
#include "execution/evaluate/choice_sizes.h"

namespace hrfcheck::inline engine::smt {
namespace {

class ChoiceEncoder {
 public:
  ChoiceEncoder(RelationEncoder& encoder, const Choice& choice)
      : encoder_(encoder),
        terms_(encoder.terms()),
        set_(terms_.of(choice.set)),
        order_(terms_.of(choice.order)),
        within_(choice.within ? std::optional(terms_.of(*choice.within)) : std::nullopt) {}

  PairLiterals encode() {
    const std::size_t n = terms_.candidate().size();
    Relation comparable(n);
    terms_.candidate().together().forEach([&](EventId a, EventId b) {
      encoder_.formula().spend(1);
      if (a != b && member(a, b) != kFalse) {
        comparable.insert(a, b);
        comparable.insert(b, a);
      }
    });
    const PairLiterals before = freshTotalOrder(encoder_.formula(), comparable, Relation(n), "before");
    PairLiterals chosen;
    comparable.forEach([&](EventId a, EventId b) {
      chosen.set(a, b, encoder_.formula().andOf(before.at(a, b), member(a, b)));
    });
    contain(before);
    return chosen;
  }

 private:
  /// Both events are in the set, and in one class.
  Lit member(EventId a, EventId b) {
    const Lit left = encoder_.pair(set_, a, a, Polarity::Exact);
    const Lit right = left == kFalse ? kFalse : encoder_.pair(set_, b, b, Polarity::Exact);
    if (right == kFalse || !within_) {
      return right == kFalse ? kFalse : encoder_.formula().andOf(left, right);
    }
    return encoder_.formula().andOf({left, right, encoder_.pair(*within_, a, b, Polarity::Exact)});
  }

  void contain(const PairLiterals& before) {
    const CandidateFormula& candidate = terms_.candidate();
    for (const auto& [a, b] : terms_[order_].may.pairs()) {
      const Lit both = member(a, b);
      if (both != kFalse) {
        encoder_.whenRelated(
            order_, a, b, {-candidate.exec(a), -candidate.exec(b), -both, a == b ? kFalse : before.at(a, b)});
      }
    }
  }

  RelationEncoder& encoder_;
  Terms& terms_;
  TermId set_;
  TermId order_;
  std::optional<TermId> within_;
};

}  // namespace

void encodeChoices(RelationEncoder& encoder, const Model& model, std::deque<PairLiterals>& literals) {
  checkChoiceSizes(model, encoder.terms().candidate().structure());
  for (const Choice& choice : model.choices) {
    literals.push_back(ChoiceEncoder(encoder, choice).encode());
    encoder.terms().addChoice(&literals.back());
  }
}

}  // namespace hrfcheck::inline engine::smt
