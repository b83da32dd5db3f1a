// In words of twins_domain.h: of an execution with r1 and r2, the one with r alone is looked at.
//
// A requirement that forbids something still holds if whatever r makes it forbid was there with r1 or r2;
// where a cycle leads into r and out of it, the same one of the two must have both pairs, or r1 the first one
// and r2 the second, if r1 and r2 are related as well. A requirement that asks for something must lose
// nothing.
//
// A flag that pairs raise is still raised if r has the pairs of r1 and those of r2. If it has those of r1
// only, more than two such reads are still as good as two, the first of them and the one that the flag is
// about: a flag of r2, and of others, stays when r stands for the reads before r2. So one round more is
// enough. Flags of r1 and r2 together need two rounds in any case; that there may be such flags is found out
// from the test (twoRoundsMayMeet). With one round more, there must be none: of three reads the first one may
// be needed for the flag of the others.

#include "cat/licence/twins.h"

#include <algorithm>

#include "cat/interpret/interpretation.h"
#include "cat/licence/check_sense.h"
#include "cat/licence/obstacles.h"
#include "cat/licence/twins_domain.h"

namespace hrfcheck::cat {
namespace {

/// Most choices of a model for which it is looked at whether the reads are in their sets.
constexpr std::size_t kMostCases = 4;

/// What r has, one of the two has.
bool hadBefore(OfRead part) {
  return part.all([](unsigned v) { return !bit(v, 0) || bit(v, 1) || bit(v, 2); });
}
/// What this one of the two has, r has.
bool keptOf(OfRead part, unsigned which) {
  return part.all([&](unsigned v) { return !bit(v, which) || bit(v, 0); });
}
/// What r has, this one of the two has.
bool hadBy(OfRead part, unsigned which) {
  return part.all([&](unsigned v) { return !bit(v, 0) || bit(v, which); });
}
bool keptOfBoth(OfRead part) {
  return keptOf(part, 1) && keptOf(part, 2);
}

/// How much of a flag stays.
enum class Stays : std::uint8_t { No, WithOneMore, Yes };

class TwinsJudgement {
 public:
  TwinsJudgement(const Model& model, std::vector<std::optional<bool>> inSet)
      : model_(model), domain_(model, std::move(inSet)), values_(model, domain_) {}

  void run(LicenceFinding& finding) {
    for (const Choice& choice : model_.choices) {
      if (!twinsKeep(values_.of(choice.set), values_.of(choice.order),
                     choice.within ? &values_.of(*choice.within) : nullptr)) {
        refuse(finding, choice);
        return;
      }
    }
    for (const Check& check : model_.checks) {
      const Stays stays = judge(check);
      if (stays == Stays::No) {
        refuse(finding, check);
        return;
      }
      finding.oneRoundMore = finding.oneRoundMore || stays == Stays::WithOneMore;
    }
  }

 private:
  bool isSet(const Check& check) const { return model_.nodes[check.node].type == CatType::Set; }

  Stays judge(const Check& check) {
    if (!std::ranges::all_of(check.forall,
                             [&](const ClassBinder& b) { return isAlike(values_.of(b.classesOf)); })) {
      return Stays::No;
    }
    const auto yes = [](bool holds) { return holds ? Stays::Yes : Stays::No; };
    switch (senseOf(check)) {
      case CheckSense::RequiresNone:
      case CheckSense::RaisedByNone:
        return yes(isSet(check) ? noMembersMore(check) : nothingMore(check));
      case CheckSense::RequiresSome:
        return yes(isSet(check) ? keepsMembers(check) == Stays::Yes : nothingLess(check));
      case CheckSense::RaisedBySome:
        return raised(check);
    }
    return Stays::No;
  }

  /// Flags of classes are not said to be of pairs or members, so there is nothing to keep one more round for.
  Stays raised(const Check& check) {
    const Stays stays = isSet(check)                       ? keepsMembers(check)
                        : check.kind != CheckKind::Acyclic ? keepsPairs(check)
                                                           : Stays::Yes;
    const bool whole = check.kind == CheckKind::Acyclic || !check.forall.empty();
    return whole && (stays != Stays::Yes || (!isSet(check) && !nothingLess(check))) ? Stays::No : stays;
  }

  bool noMembersMore(const Check& check) {
    const TwinsValue& value = values_.of(check.node);
    return std::ranges::all_of(value.thirdMembers, gainsNothing) && hadBefore(value.readMembers);
  }

  Stays keepsMembers(const Check& check) {
    const TwinsValue& value = values_.of(check.node);
    if (!std::ranges::all_of(value.thirdMembers, losesNothing) || !keptOf(value.readMembers, 1)) {
      return Stays::No;
    }
    return keptOf(value.readMembers, 2) ? Stays::Yes : Stays::WithOneMore;
  }

  /// Pairs of third events that can make a difference to a check.
  bool allThird(const Check& check, bool (*holds)(OfThird)) {
    const TwinsValue& value = values_.of(check.node);
    for (std::size_t a = 0; a < kKinds; ++a) {
      for (std::size_t b = 0; b < kKinds; ++b) {
        if ((check.kind != CheckKind::Irreflexive || a == b) && !holds(value.third[a][b])) {
          return false;
        }
      }
    }
    return true;
  }

  bool nothingMore(const Check& check) {
    const TwinsValue& value = values_.of(check.node);
    if (!allThird(check, gainsNothing)) {
      return false;
    }
    switch (check.kind) {
      case CheckKind::Empty:
        return std::ranges::all_of(value.into, hadBefore) && std::ranges::all_of(value.from, hadBefore) &&
               value.reads.all([](unsigned m) { return !bit(m, 0) || (m >> 1U) != 0; });
      case CheckKind::Irreflexive:
        return value.reads.all([](unsigned m) { return !bit(m, 0) || bit(m, 1) || bit(m, 4); });
      case CheckKind::Acyclic:
        return cyclesWereThere(value);
    }
    return false;
  }

  static bool cyclesWereThere(const TwinsValue& value) {
    const auto intoHadBy = [&](unsigned which) {
      return std::ranges::all_of(value.into, [&](OfRead part) { return hadBy(part, which); });
    };
    const auto fromHadBy = [&](unsigned which) {
      return std::ranges::all_of(value.from, [&](OfRead part) { return hadBy(part, which); });
    };
    const bool related = value.reads.all([](unsigned m) { return bit(m, 2); });
    return value.reads.all([](unsigned m) { return !bit(m, 0) || bit(m, 1) || bit(m, 4); }) &&
           ((intoHadBy(1) && fromHadBy(1)) || (intoHadBy(2) && fromHadBy(2)) ||
            (intoHadBy(1) && fromHadBy(2) && related));
  }

  /// Of a requirement that asks for something, or a flag that a cycle raises. A cycle that leads from r1 to
  /// r2 leads through r.
  bool nothingLess(const Check& check) {
    const TwinsValue& value = values_.of(check.node);
    if (!allThird(check, losesNothing)) {
      return false;
    }
    const bool keepsThird =
        std::ranges::all_of(value.into, keptOfBoth) && std::ranges::all_of(value.from, keptOfBoth);
    switch (check.kind) {
      case CheckKind::Empty:
        return keepsThird && value.reads.all([](unsigned m) { return bit(m, 0) || (m >> 1U) == 0; });
      case CheckKind::Irreflexive:
        return value.reads.all([](unsigned m) { return bit(m, 0) || !(bit(m, 1) || bit(m, 4)); });
      case CheckKind::Acyclic:
        return keepsThird && value.reads.all([](unsigned m) {
          return bit(m, 0) || !(bit(m, 1) || bit(m, 4) || (bit(m, 2) && bit(m, 3)));
        });
    }
    return false;
  }

  /// Of a flag that pairs raise. Pairs of r1 and r2 need both.
  Stays keepsPairs(const Check& check) {
    const TwinsValue& value = values_.of(check.node);
    const auto keeps = [&](unsigned which) {
      const bool ofItself =
          value.reads.all([&](unsigned m) { return bit(m, 0) || !bit(m, which == 1 ? 1 : 4); });
      const auto kept = [&](OfRead part) { return keptOf(part, which); };
      return ofItself && (check.kind == CheckKind::Irreflexive ||
                          (std::ranges::all_of(value.into, kept) && std::ranges::all_of(value.from, kept)));
    };
    if (!allThird(check, losesNothing) || !keeps(1)) {
      return Stays::No;
    }
    if (keeps(2)) {
      return Stays::Yes;
    }
    const bool none = value.reads.all([](unsigned m) { return !bit(m, 2) && !bit(m, 3); });
    return none || check.kind == CheckKind::Irreflexive ? Stays::WithOneMore : Stays::No;
  }

  template <typename Of>
  void refuse(LicenceFinding& finding, const Of& through) {
    finding.basis = LicenceBasis::NotEstablished;
    finding.obstacle = obstacleOf(through);
    finding.obstacle->through = wordsFor(through) + " may distinguish one read from two";
    finding.obstacle->why = "does";
    if (!finding.obstacle->place.known()) {
      finding.obstacle->place = through.place;
    }
  }

  LicenceObstacle obstacleOf(const Choice& choice) {
    const CatNodeId part = tellsApart(choice.set)                        ? choice.set
                           : choice.within && tellsApart(*choice.within) ? *choice.within
                                                                         : choice.order;
    return below(part);
  }

  LicenceObstacle obstacleOf(const Check& check) { return below(check.node); }

  LicenceObstacle below(CatNodeId id) {
    return obstacleBelow(model_, {id, false}, [&](const Suspect& s) { return tellsApart(s.node); }).obstacle;
  }

  /// Towards other events; the two reads among themselves are told apart by program order.
  bool tellsApart(CatNodeId id) {
    if (const UnaryNode* bracket = model_.nodes[id].as(CatUnary::Bracket)) {
      return tellsApart(bracket->operand);
    }
    TwinsValue value = values_.of(id);
    value.reads = OfReads();
    return !std::holds_alternative<BaseNode>(model_.nodes[id].node) && !isAlike(value);
  }

  const Model& model_;
  TwinsDomain domain_;
  Interpretation<TwinsDomain> values_;
};

}  // namespace

LicenceFinding twinsOf(const Model& model) {
  LicenceFinding finding;
  finding.basis = LicenceBasis::Definitions;
  const std::size_t choices = model.choices.size();
  const std::size_t cases = choices <= kMostCases ? std::size_t{1} << choices : 1;
  for (std::size_t c = 0; c < cases && finding.holds(); ++c) {
    std::vector<std::optional<bool>> inSet(choices);
    for (std::size_t k = 0; k < choices && cases > 1; ++k) {
      inSet[k] = (c >> k & 1U) != 0;
    }
    TwinsJudgement(model, std::move(inSet)).run(finding);
  }
  return finding;
}

}  // namespace hrfcheck::cat
