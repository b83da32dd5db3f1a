#include "licence/random_cat.h"

#include <optional>

namespace hrfcheck::test {
namespace {

class RandomCat {
 public:
  explicit RandomCat(std::uint64_t seed) : random_(seed) {}

  Model make() {
    if (random_.chance(25)) {
      addRecursion();
    }
    if (random_.chance(25)) {
      addOrder();
    }
    if (random_.chance(50)) {
      happensBefore_ = likeHappensBefore();
    }
    const auto checks = 1 + random_.below(3);
    for (std::uint64_t i = 0; i < checks; ++i) {
      addCheck();
    }
    return m_.model();
  }

 private:
  void addOrder() {
    const Term set = random_.chance(60) ? tag() : this->set(2);
    const Term order = random_.chance(60) ? m_.po() : relation(2);
    const Term same = seq(inverse(m_.rf()), m_.rf());
    std::optional<Term> within;
    if (random_.chance(50)) {
      within = random_.chance(50) ? same : m_.loc();
    }
    order_ = m_.linearisation("t", set, random_.chance(50) && within ? order & *within : order, within);
  }

  /// Simultaneous least fixpoints, monotone by construction.
  void addRecursion() {
    const Term first = m_.recursive(0, 0, CatType::Relation);
    const Term second = m_.recursive(0, 1, CatType::Relation);
    const Term a = base();
    const Term b = base();
    const Term left = a | (random_.chance(50) ? seq(first, second) : seq(a, first)) | (first & b);
    const Term right = random_.chance(50) ? (b | seq(second, a)) : ((first - base()) | inverse(first));
    m_.model().recursions.push_back({{"left", "right"}, {left.id, right.id}});
    recursive_ = random_.chance(50) ? first : second;
  }

  /// Program order, and what synchronizes.
  Term likeHappensBefore() {
    const Term atomicWrite = m_.tag("W") & m_.tag("A");
    const Term release =
        random_.chance(60)
            ? bracket(m_.tag("REL"))
            : bracket(m_.tag("REL")) | seq(bracket(m_.tag("F")), seq(m_.po(), bracket(atomicWrite)));
    const Term acquire =
        random_.chance(60) ? bracket(m_.tag("ACQ"))
                           : bracket(m_.tag("ACQ")) | seq(bracket(m_.tag("R") & m_.tag("A")),
                                                          seq(m_.po(), bracket(m_.tag("F") & m_.tag("ACQ"))));
    const Term middle = random_.chance(50) ? m_.rf() : seq(maybe(m_.co()), m_.rf());
    Term synchronizes = seq(seq(release, middle), acquire);
    if (random_.chance(40)) {
      synchronizes = synchronizes & m_.base(static_relation::SameScope);
    }
    if (random_.chance(25)) {
      const Term inter = synchronizes | seq(synchronizes, m_.po());
      return m_.po() | plus(inter | seq(m_.po(), inter));
    }
    return plus(m_.po() | synchronizes);
  }

  CheckKind kind() {
    const std::vector<CheckKind> kinds{CheckKind::Acyclic, CheckKind::Irreflexive, CheckKind::Empty,
                                       CheckKind::Empty};
    return kinds[random_.below(kinds.size())];
  }

  void addCheck() {
    const bool flag = random_.chance(55);
    const CheckRole role = !flag                ? CheckRole::Require
                           : random_.chance(80) ? CheckRole::Flag
                                                : CheckRole::UndefinedUnless;
    const bool bySome = flag && random_.chance(80);
    const bool negated = role == CheckRole::Flag ? bySome : flag ? !bySome : random_.chance(15);
    std::vector<ClassBinder> forall;
    if (random_.chance(10)) {
      const ClassVariable variable = variables_++;
      bound_ = m_.classVariable(variable);
      forall.push_back(
          {variable, m_.base(random_.chance(50) ? static_relation::Int : static_relation::SameScope).id});
    }
    if (random_.chance(20)) {
      m_.check(role, CheckKind::Empty, negated, set(2), "members", forall);
    } else {
      m_.check(role, kind(), negated, checkedRelation(), "pairs", forall);
    }
    bound_.reset();
  }

  Term checkedRelation() {
    if (happensBefore_ && random_.chance(50)) {
      const Term hb = *happensBefore_;
      const Term writes = (m_.tag("W") * m_.tag("M")) | (m_.tag("M") * m_.tag("W"));
      switch (random_.below(6)) {
        case 0:
          return (writes & m_.loc()) - (hb | inverse(hb));
        case 1:
          return seq(hb, maybe(m_.co() | m_.fr()));
        case 2: {
          const Term visible = (hb & m_.loc() & (m_.tag("W") * m_.tag("R"))) -
                               seq(hb & m_.loc(), seq(bracket(m_.tag("W")), hb));
          return seq(m_.rf(), bracket(m_.tag("R") - m_.tag("A"))) - visible;
        }
        case 3:
          return hb | relation(1);
        case 4:
          return relation(2) - hb;
        default:
          return hb & relation(2);
      }
    }
    return relation(static_cast<int>(1 + random_.below(3)));
  }

  Term tag() {
    const std::vector<std::string> tags{"R", "W", "M", "A", "IW", "ACQ", "REL", "F", "RM"};
    return m_.tag(tags[random_.below(tags.size())]);
  }

  Term set(int depth) {
    if (depth == 0 || random_.chance(40)) {
      return bound_ && random_.chance(40) ? *bound_ : tag();
    }
    switch (random_.below(7)) {
      case 0:
        return set(depth - 1) | set(depth - 1);
      case 1:
        return set(depth - 1) & set(depth - 1);
      case 2:
        return set(depth - 1) - set(depth - 1);
      case 3:
        return ~set(depth - 1);
      case 4:
        return domain(relation(depth - 1));
      case 5:
        return m_.all(CatType::Set) - set(depth - 1);
      default:
        return range(relation(depth - 1));
    }
  }

  Term base() {
    const std::vector<std::string_view> bases{"po",         "rf",      "co",       "rf",
                                              "co",         "po",      "data",     "ctrl",
                                              "rmw",        "loc",     "int",      "si",
                                              "same-scope", "syncbar", "addr",     "covers",
                                              "same-wg",    "casdep",  "narrower", "same-reference"};
    return m_.base(bases[random_.below(bases.size())]);
  }

  Term leaf() {
    if (recursive_ && random_.chance(25)) {
      return *recursive_;
    }
    if (order_ && random_.chance(30)) {
      return *order_;
    }
    if (happensBefore_ && random_.chance(20)) {
      return *happensBefore_;
    }
    if (bound_ && random_.chance(40)) {
      return *bound_ * *bound_;
    }
    switch (random_.below(12)) {
      case 0:
        return m_.fr();
      case 1:
        return m_.id();
      case 2:
        return m_.all(CatType::Relation);
      case 3:
        return bracket(tag());
      case 4:
        return tag() * tag();
      default:
        return base();
    }
  }

  Term relation(int depth) {
    if (depth <= 0 || random_.chance(15)) {
      return leaf();
    }
    switch (random_.below(16)) {
      case 0:
      case 1:
        return relation(depth - 1) | relation(depth - 1);
      case 2:
      case 3:
        return relation(depth - 1) & relation(depth - 1);
      case 4:
      case 5:
        return relation(depth - 1) - relation(depth - 1);
      case 6:
        return seq(relation(depth - 1), relation(depth - 1));
      case 7:
        return plus(relation(depth - 1));
      case 8:
        return random_.chance(75) ? star(relation(depth - 1)) : equivalence(relation(depth - 1));
      case 9:
        return random_.chance(50) ? ~relation(depth - 1) : inverse(relation(depth - 1));
      case 10:
        return seq(bracket(set(depth - 1)), relation(depth - 1));
      case 11:
        return seq(relation(depth - 1), bracket(set(depth - 1)));
      case 12:
        return maybe(relation(depth - 1));
      case 13:
        return withItselfAndMore(depth);
      case 14:
        return set(depth - 1) * set(depth - 1);
      default:
        return fold(depth);
    }
  }

  /// `a | (a ; b)`.
  Term withItselfAndMore(int depth) {
    const Term a = relation(depth - 1);
    const Term b = random_.chance(60) ? m_.po() : relation(depth - 2);
    return random_.chance(50) ? a | seq(a, b) : a | seq(b, a);
  }

  Term fold(int depth) {
    const Term classes = m_.base(random_.chance(50) ? static_relation::Int : static_relation::SameScope);
    const ClassVariable variable = variables_++;
    const Term members = m_.classVariable(variable);
    const Term inClass = relation(depth - 1) & (members * members);
    return m_.fold(variable, classes, random_.chance(50) ? plus(inClass) : inClass);
  }

  Random random_;
  ModelBuilder m_;
  std::optional<Term> recursive_;
  std::optional<Term> order_;
  std::optional<Term> happensBefore_;
  std::optional<Term> bound_;  ///< the class that a check looks at
  ClassVariable variables_ = 0;
};

}  // namespace

Model randomCat(std::uint64_t seed) {
  return RandomCat(seed).make();
}

}  // namespace hrfcheck::test
