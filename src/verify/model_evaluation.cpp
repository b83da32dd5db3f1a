#include "verify/model_evaluation.h"

#include <fmt/format.h>

#include <functional>
#include <memory>

#include "verify/refused.h"

namespace hrfcheck::inline verify {
namespace {

/// What herd, Dartagnan and hrfcheck define beforehand (docs/cat.md).
constexpr const char* kDefinedBefore = R"cat(
let ext = unv \ int
let fr = rf^-1 ; co
let rfe = rf & ext
let rfi = rf & int
let coe = co & ext
let coi = co & int
let fre = fr & ext
let fri = fr & int
let po-loc = po & loc
let RMW = domain(rmw) | range(rmw)
let FW = W \ domain(co)
let I = IW
let sr = covers & covers^-1
let vloc = loc & same-reference
let fencerel(S) = (po & (_ * S)) ; po
)cat";

/// Certificates of older versions do not have the relation that this is made of.
constexpr const char* kUnawaited = "unawaited";
constexpr const char* kDefinedOfUnawaited = "let ended = unawaited \\ (int ; syncbar)\n";

struct Binding;
using Scope = std::shared_ptr<const Binding>;

struct Value {
  enum class Kind { Nothing, Set, Relation, Function, Procedure, Classes, Builtin };
  Kind kind = Kind::Nothing;
  Pairs pairs = {};
  std::vector<Pairs> classes = {};
  std::vector<std::string> parameters = {};
  TermPtr term = {};                             ///< of a function
  const std::vector<Statement>* body = nullptr;  ///< of a procedure
  Scope scope = {};
  std::string builtin = {};
};

struct Binding {
  std::string name;
  Value value;
  Scope next;
};

Scope extend(Scope scope, std::string name, Value value) {
  return std::make_shared<const Binding>(Binding{std::move(name), std::move(value), std::move(scope)});
}

class Evaluation {
 public:
  Evaluation(const Facts& facts, const Deadline& deadline) : facts_(facts), look_(deadline) {
    const std::size_t n = facts_.events;
    const auto sees = [&](std::size_t e) { return facts.hidden.size() == 0 || !facts.hidden.has(e, e); };
    identity_ = Pairs::where(n, [&](std::size_t a, std::size_t b) { return a == b && sees(a); });
    everything_ = Pairs::where(n, [&](std::size_t a, std::size_t b) { return sees(a) && sees(b); });
    for (const auto& [name, pairs] : facts_.sets) {
      top_ = extend(top_, name, set(pairs));
    }
    for (const auto& [name, pairs] : facts_.relations) {
      top_ = extend(top_, name, relation(pairs));
    }
    top_ = extend(extend(top_, "id", relation(identity_)), "unv", relation(everything_));
    for (const char* name : {"domain", "range", "equivalence", "classes", "union", "linearisations"}) {
      top_ = extend(top_, name, {.kind = Value::Kind::Builtin, .builtin = name});
    }
  }

  void run(const std::vector<Statement>& statements) { top_ = run(statements, top_); }

  Judgement judgement;

 private:
  /// Terms, functions and procedures within each other.
  class Deeper {
   public:
    explicit Deeper(Evaluation& evaluation) : depth_(evaluation.depth_) {
      if (depth_ >= kDeepest) {
        throw Refused("the model's definitions are nested too deeply for the verifier");
      }
      ++depth_;
    }
    ~Deeper() { --depth_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;

   private:
    unsigned& depth_;
  };
  static constexpr unsigned kDeepest = 300;
  static constexpr std::size_t kMostSteps = 1'000'000;

  static Value set(Pairs pairs) { return {.kind = Value::Kind::Set, .pairs = std::move(pairs)}; }
  static Value relation(Pairs pairs) { return {.kind = Value::Kind::Relation, .pairs = std::move(pairs)}; }

  Scope run(const std::vector<Statement>& statements, Scope scope) {
    for (const Statement& s : statements) {
      try {
        runOne(s, scope);
      } catch (const Refused& why) {
        if (!why.file.empty()) {
          throw;
        }
        throw Refused(s.file, s.line, why.what());
      }
    }
    return scope;
  }

  void runOne(const Statement& s, Scope& scope) {
    switch (s.kind) {
      case Statement::Kind::Let:
        scope = extend(scope, s.name, defined(s.parameters, s.term, scope));
        break;
      case Statement::Kind::Procedure:
        scope = extend(
            scope, s.name,
            {.kind = Value::Kind::Procedure, .parameters = s.parameters, .body = &s.body, .scope = scope});
        break;
      case Statement::Kind::Call:
        call(s, scope);
        break;
      case Statement::Kind::With:
        scope = extend(scope, s.name, chosen(s, scope));
        break;
      case Statement::Kind::Check:
        check(s, scope);
        break;
      case Statement::Kind::Show:
        break;
    }
  }

  Value defined(const std::vector<std::string>& parameters, const TermPtr& term, const Scope& scope) {
    if (parameters.empty()) {
      return evaluate(*term, scope);
    }
    return {.kind = Value::Kind::Function, .parameters = parameters, .term = term, .scope = scope};
  }

  Scope withArguments(const Value& callee, const std::vector<Value>& given) const {
    if (given.size() != callee.parameters.size()) {
      throw Refused("the model passes a function or procedure the wrong number of arguments");
    }
    Scope scope = callee.scope;
    for (std::size_t i = 0; i < given.size(); ++i) {
      scope = extend(scope, callee.parameters[i], given[i]);
    }
    return scope;
  }

  void call(const Statement& s, const Scope& scope) {
    const Value callee = lookUp(s.name, scope);
    if (callee.kind != Value::Kind::Procedure) {
      throw Refused(fmt::format("'{}' is not a procedure of the model", s.name));
    }
    std::vector<Value> given;
    if (s.term->kind == Term::Kind::Tuple) {
      for (const TermPtr& item : s.term->operands) {
        given.push_back(evaluate(*item, scope));
      }
    } else {
      given.push_back(evaluate(*s.term, scope));
    }
    const Deeper deeper(*this);
    run(*callee.body, withArguments(callee, given));
  }

  void check(const Statement& s, const Scope& scope) {
    const Value value = evaluate(*s.term, scope);
    const Pairs pairs =
        value.kind == Value::Kind::Set && s.test == Statement::Test::Empty ? value.pairs : asRelation(value);
    const bool holds = s.test == Statement::Test::Empty         ? pairs.empty()
                       : s.test == Statement::Test::Irreflexive ? !pairs.reflexiveSomewhere()
                                                                : !pairs.closure().reflexiveSomewhere();
    const bool passes = holds != s.negated;
    if (s.role == Statement::Role::Require) {
      if (!passes && judgement.failed.empty()) {
        judgement.failed = s.name.empty() ? "a requirement without a name" : s.name;
      }
      return;
    }
    bool& raised = judgement.flags[s.name];
    raised = raised || passes == (s.role == Statement::Role::Flag);
  }

  /// linearisations(S, r) and linearisations(S, r, e)
  Value chosen(const Statement& s, const Scope& scope) {
    const Term& term = *s.term;
    const std::vector<TermPtr>& operands = term.operands;
    if (term.kind != Term::Kind::Apply || operands.size() < 3 || operands.size() > 4 ||
        operands[0]->kind != Term::Kind::Name || operands[0]->name != "linearisations") {
      throw Refused("the verifier knows 'with ... from' only with linearisations");
    }
    const Pairs members = asSet(evaluate(*operands[1], scope));
    const Pairs order = asRelation(evaluate(*operands[2], scope));
    const Pairs within = operands.size() == 4 ? asRelation(evaluate(*operands[3], scope)) : everything_;
    return relation(checkedChoice(s.name, members, order, within));
  }

  Pairs checkedChoice(const std::string& name, const Pairs& members, const Pairs& order,
                      const Pairs& within) {
    const auto found = facts_.choices.find(name);
    if (found == facts_.choices.end()) {
      throw Refused(fmt::format("the execution has no order '{}'", name));
    }
    const Pairs& t = found->second;
    const Pairs inside = product(members, members) & within;
    const bool total = ((inside - identity_) - (t | t.inverse())).empty();
    const bool strict = !t.reflexiveSomewhere() && (t & t.inverse()).empty() && (t.then(t) - t).empty();
    const bool fits = (t - inside).empty() && ((order & inside) - t).empty();
    if (!total || !strict || !fits) {
      throw Refused(
          fmt::format("the order '{}' of the execution is not an order that the model asks for", name));
    }
    return t;
  }

  Value lookUp(const std::string& name, const Scope& scope) {
    for (const Binding* b = scope.get(); b != nullptr; b = b->next.get()) {
      if (b->name == name) {
        return b->value;
      }
    }
    if (name == "sync_fence") {
      const Pairs members = asSet(lookUp("F", scope)) & asSet(lookUp("SC", scope));
      const Pairs none(facts_.events);
      return relation(checkedChoice("fence-sc order", members, none, everything_) &
                      asRelation(lookUp("sr", scope)));
    }
    throw Refused(fmt::format("the verifier does not know '{}' in the model", name));
  }

  Pairs asSet(const Value& value) const {
    if (value.kind == Value::Kind::Nothing) {
      return Pairs(facts_.events);
    }
    if (value.kind != Value::Kind::Set) {
      throw Refused("the model needs a set where it has none");
    }
    return value.pairs;
  }
  Pairs asRelation(const Value& value) const {
    if (value.kind == Value::Kind::Nothing) {
      return Pairs(facts_.events);
    }
    if (value.kind != Value::Kind::Relation) {
      throw Refused("the model needs a relation where it has none");
    }
    return value.pairs;
  }
  Pairs product(const Pairs& a, const Pairs& b) const {
    return Pairs::where(facts_.events,
                        [&](std::size_t x, std::size_t y) { return a.has(x, x) && b.has(y, y); });
  }

  Value evaluate(const Term& term, const Scope& scope) {
    const Deeper deeper(*this);
    if (++steps_ > kMostSteps) {
      throw Refused("the verifier takes too many steps to evaluate the model");
    }
    look_.spend(facts_.events * facts_.events + 1);
    const auto operand = [&](std::size_t i) { return evaluate(*term.operands[i], scope); };
    switch (term.kind) {
      case Term::Kind::Name:
        return lookUp(term.name, scope);
      case Term::Kind::All:
        return set(identity_);
      case Term::Kind::None:
        return {};
      case Term::Kind::Union:
      case Term::Kind::Difference:
      case Term::Kind::Intersection:
        return combined(term.kind, operand(0), operand(1));
      case Term::Kind::Sequence:
        return relation(asRelation(operand(0)).then(asRelation(operand(1))));
      case Term::Kind::Product:
        return relation(product(asSet(operand(0)), asSet(operand(1))));
      case Term::Kind::Inverse:
        return relation(asRelation(operand(0)).inverse());
      case Term::Kind::Plus:
        return relation(asRelation(operand(0)).closure());
      case Term::Kind::Star:
        return relation(asRelation(operand(0)).closure() | identity_);
      case Term::Kind::Optional:
        return relation(asRelation(operand(0)) | identity_);
      case Term::Kind::Complement: {
        const Value value = operand(0);
        return value.kind == Value::Kind::Set ? set(identity_ - value.pairs)
                                              : relation(everything_ - asRelation(value));
      }
      case Term::Kind::Diagonal:
        return relation(asSet(operand(0)));
      case Term::Kind::Apply:
        return applied(term, scope);
      case Term::Kind::Let:
        return evaluate(*term.operands[1],
                        extend(scope, term.name, defined(term.parameters, term.operands[0], scope)));
      case Term::Kind::Tuple:
        break;
    }
    throw Refused("the model has a tuple where the verifier expects none");
  }

  Value combined(Term::Kind op, const Value& a, const Value& b) const {
    const bool sets = a.kind == Value::Kind::Set || b.kind == Value::Kind::Set;
    const bool nothing = a.kind == Value::Kind::Nothing && b.kind == Value::Kind::Nothing;
    const Pairs left = sets ? asSet(a) : asRelation(a);
    const Pairs right = sets ? asSet(b) : asRelation(b);
    Pairs result = op == Term::Kind::Union        ? left | right
                   : op == Term::Kind::Difference ? left - right
                                                  : left & right;
    return nothing ? Value() : sets ? set(std::move(result)) : relation(std::move(result));
  }

  Value applied(const Term& term, const Scope& scope) {
    const Value callee = evaluate(*term.operands[0], scope);
    std::vector<Value> given;
    for (std::size_t i = 1; i < term.operands.size(); ++i) {
      given.push_back(evaluate(*term.operands[i], scope));
    }
    if (callee.kind == Value::Kind::Function) {
      return evaluate(*callee.term, withArguments(callee, given));
    }
    if (callee.kind == Value::Kind::Builtin && callee.builtin == "union" && given.size() == 2) {
      return unionOver(given[0], given[1]);
    }
    if (callee.kind != Value::Kind::Builtin || given.size() != 1 || callee.builtin == "linearisations") {
      throw Refused("the model applies what the verifier cannot apply");
    }
    const Pairs r = asRelation(given[0]);
    return callee.builtin == "domain"        ? set(r.then(r.inverse()) & identity_)
           : callee.builtin == "range"       ? set(r.inverse().then(r) & identity_)
           : callee.builtin == "equivalence" ? relation((r | r.inverse()).closure() | identity_)
                                             : classesOf(r);
  }

  Value classesOf(const Pairs& r) {
    if (!(r - r.inverse()).empty() || !(r.then(r) - r).empty()) {
      throw Refused("the model asks for the classes of a relation that is no equivalence");
    }
    Value classes{.kind = Value::Kind::Classes};
    for (std::size_t a = 0; a < r.size(); ++a) {
      bool first = r.has(a, a);
      for (std::size_t b = 0; b < a; ++b) {
        first = first && !r.has(a, b);
      }
      if (first) {
        classes.classes.push_back(
            Pairs::where(r.size(), [&](std::size_t x, std::size_t y) { return x == y && r.has(a, x); }));
      }
    }
    return classes;
  }

  Value unionOver(const Value& function, const Value& classes) {
    if (function.kind != Value::Kind::Function || classes.kind != Value::Kind::Classes) {
      throw Refused("the verifier knows union(f, classes(e)) only");
    }
    Value all;
    for (const Pairs& one : classes.classes) {
      all = combined(Term::Kind::Union, all, evaluate(*function.term, withArguments(function, {set(one)})));
    }
    return all;
  }

  const Facts& facts_;
  PacedLook look_;
  Pairs identity_;
  Pairs everything_;
  Scope top_;
  unsigned depth_ = 0;
  std::size_t steps_ = 0;
};

}  // namespace

Judgement judge(const std::vector<Statement>& model, const Facts& facts, const Deadline& deadline) {
  static const std::vector<Statement> kBefore =
      readModel("definitions", [](const std::string&) { return std::string(kDefinedBefore); });
  Evaluation evaluation(facts, deadline);
  evaluation.run(kBefore);
  if (facts.relations.contains(kUnawaited)) {
    static const std::vector<Statement> kOfUnawaited =
        readModel("definitions", [](const std::string&) { return std::string(kDefinedOfUnawaited); });
    evaluation.run(kOfUnawaited);
  }
  evaluation.run(model);
  return evaluation.judgement;
}

}  // namespace hrfcheck::inline verify
