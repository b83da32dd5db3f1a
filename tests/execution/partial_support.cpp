#include "partial_support.h"

#include "execution/witness/structure_run.h"
#include "frontend/litmus.h"
#include "util/overloaded.h"

namespace hrfcheck::test {

PlainModel::PlainModel(const Model& model, const Execution& execution)
    : model_(model), x_(execution), size_(execution.structure->size()), happened_(execution.happened) {}

CatValue PlainModel::none(CatType type) const {
  return type == CatType::Set ? CatValue(EventSet(size_)) : CatValue(Relation(size_));
}

CatValue PlainModel::value(CatNodeId id) {
  const CatType type = model_.nodes[id].type;
  return std::visit(
      Overloaded{[&](const TagNode& n) { return tag(n.tag); },
                 [&](const BaseNode& n) { return CatValue(base(n).restrictedTo(happened_, happened_)); },
                 [&](const EmptyNode&) { return none(type); },
                 [&](const UniverseNode&) {
                   return type == CatType::Set ? CatValue(happened_)
                                               : CatValue(Relation::product(happened_, happened_));
                 },
                 [&](const IdentityNode&) { return CatValue(Relation::identity(happened_)); },
                 [&](const UnaryNode& n) { return unary(n); }, [&](const BinaryNode& n) { return binary(n); },
                 [&](const RecursionNode& n) { return recursion(n); },
                 [&](const ClassVariableNode& n) { return CatValue(bound_.at(n.variable) & happened_); },
                 [&](const ClassFoldNode& n) { return fold(n, type); },
                 [&](const ChoiceNode& n) { return CatValue(x_.choices.at(n.choice)); }},
      model_.nodes[id].node);
}

CatValue PlainModel::tag(const std::string& name) const {
  const EventStructure& structure = *x_.structure;
  EventSet result(size_);
  if (const auto tag = structure.tags().find(name); tag != structure.tags().end()) {
    result |= tag->second;
  }
  if (const auto tag = structure.conditionalTags().find(name); tag != structure.conditionalTags().end()) {
    for (const EventStructure::ConditionalMember& member : tag->second) {
      if (happened_.contains(member.other) == member.whenHappens) {
        result.insert(member.event);
      }
    }
  }
  return result & happened_;
}

Relation PlainModel::base(const BaseNode& node) const {
  const EventStructure& s = *x_.structure;
  switch (node.relation) {
    case BaseRelation::Static: {
      const Relation* relation = s.staticRelation(node.name);
      return relation != nullptr ? *relation : Relation(size_);
    }
    case BaseRelation::Rf:
      return x_.rf;
    case BaseRelation::Co:
      return x_.co;
    case BaseRelation::Addr:
      return x_.addr;
    case BaseRelation::Data:
      return x_.data;
    case BaseRelation::Ctrl:
      return x_.ctrl;
    case BaseRelation::Loc:
      return x_.loc;
    case BaseRelation::SyncBarrier:
      return x_.syncBarrier;
  }
  return Relation(size_);
}

CatValue PlainModel::unary(const UnaryNode& n) {
  const CatValue operand = value(n.operand);
  const Relation id = Relation::identity(happened_);
  switch (n.op) {
    case CatUnary::Plus:
      return std::get<Relation>(operand).transitiveClosure();
    case CatUnary::Star:
      return std::get<Relation>(operand).transitiveClosure() | id;
    case CatUnary::Optional:
      return std::get<Relation>(operand) | id;
    case CatUnary::Inverse:
      return std::get<Relation>(operand).inverse();
    case CatUnary::Complement:
      if (const auto* set = std::get_if<EventSet>(&operand)) {
        return happened_ - *set;
      }
      return Relation::product(happened_, happened_) - std::get<Relation>(operand);
    case CatUnary::Bracket:
      return Relation::identity(std::get<EventSet>(operand));
    case CatUnary::Domain:
      return std::get<Relation>(operand).domain();
    case CatUnary::Range:
      return std::get<Relation>(operand).range();
    case CatUnary::Equivalence:
      return (std::get<Relation>(operand) | std::get<Relation>(operand).inverse()).transitiveClosure() | id;
  }
  return operand;
}

CatValue PlainModel::binary(const BinaryNode& n) {
  const auto combine = [&](const auto& a, const auto& b) -> CatValue {
    return n.op == CatBinary::Union ? a | b : n.op == CatBinary::Intersection ? a & b : a - b;
  };
  if (n.op == CatBinary::Sequence) {
    return relation(n.left).compose(relation(n.right));
  }
  if (n.op == CatBinary::Product) {
    return Relation::product(set(n.left), set(n.right));
  }
  if (model_.nodes[n.left].type == CatType::Set) {
    return combine(set(n.left), set(n.right));
  }
  return combine(relation(n.left), relation(n.right));
}

CatValue PlainModel::recursion(const RecursionNode& n) {
  if (const auto running = members_.find(n.group); running != members_.end()) {
    return running->second[n.member];
  }
  const std::vector<CatNodeId>& bodies = model_.recursions[n.group].bodies;
  std::vector<CatValue> values;
  for (const CatNodeId body : bodies) {
    values.push_back(none(model_.nodes[body].type));
  }
  for (bool changed = true; changed;) {
    members_[n.group] = values;
    std::vector<CatValue> next;
    for (const CatNodeId body : bodies) {
      next.push_back(value(body));
    }
    changed = next != values;
    values = std::move(next);
  }
  members_.erase(n.group);
  return values[n.member];
}

void PlainModel::forEachClass(CatNodeId classesOf_, ClassVariable variable, const std::function<void()>& f) {
  const EventSet happened = std::exchange(happened_, EventSet::full(size_));
  const std::vector<EventSet> classes = hrfcheck::classesOf(relation(classesOf_));
  happened_ = happened;
  for (const EventSet& members : classes) {
    bound_[variable] = members;
    f();
    bound_.erase(variable);
  }
}

CatValue PlainModel::fold(const ClassFoldNode& n, CatType type) {
  CatValue result = none(type);
  forEachClass(n.classesOf, n.variable, [&] {
    if (type == CatType::Set) {
      std::get<EventSet>(result) |= set(n.body);
    } else {
      std::get<Relation>(result) |= relation(n.body);
    }
  });
  return result;
}

void PlainModel::forEachBinding(const Check& check, std::size_t binder, const std::function<void()>& f) {
  if (binder == check.forall.size()) {
    f();
    return;
  }
  const ClassBinder& b = check.forall[binder];
  forEachClass(b.classesOf, b.variable, [&] { forEachBinding(check, binder + 1, f); });
}

bool PlainModel::passes(const Check& check) {
  const bool forAll = check.role != CheckRole::Flag;
  bool result = forAll;
  forEachBinding(check, 0, [&] {
    const CatValue v = value(check.node);
    bool holds = false;
    if (const auto* s = std::get_if<EventSet>(&v)) {
      holds = s->empty();
    } else {
      const auto& r = std::get<Relation>(v);
      holds = check.kind == CheckKind::Empty     ? r.empty()
              : check.kind == CheckKind::Acyclic ? r.transitiveClosure().irreflexive()
                                                 : r.irreflexive();
    }
    result = forAll ? result && holds != check.negated : result || holds != check.negated;
  });
  return result;
}

Relation PlainModel::pairs(const Check& check) {
  Relation result(size_);
  forEachBinding(check, 0, [&] { result |= relation(check.node); });
  return result;
}

std::optional<Execution> randomExecution(const std::shared_ptr<const EventStructure>& structure,
                                         std::mt19937& dice) {
  std::vector<ThreadRun> runs;
  std::vector<std::vector<EventId>> writes(structure->program().locations.size());
  for (EventId e = 0; e < structure->size(); ++e) {
    if (structure->events()[e].kind == EventKind::InitialWrite) {
      writes[structure->events()[e].initialOf].push_back(e);
    }
  }
  for (ThreadId thread = 0; thread < structure->threads().size(); ++thread) {
    runs.push_back(runThread(
        *structure, thread,
        [&](EventId, LocationId l) {
          const std::vector<Value>& domain = structure->domains()[l];
          return domain[dice() % domain.size()];
        },
        [](EventId) { return true; }));
  }
  Relation co(structure->size());
  std::vector<EventId> readsFrom(structure->size(), kNoEvent);
  std::map<EventId, Value> stored;
  for (const ThreadRun& run : runs) {
    for (std::size_t i = 0; i < run.events.size(); ++i) {
      if (structure->events()[run.events[i]].kind == EventKind::Write) {
        writes[run.locations[i]].push_back(run.events[i]);
        stored[run.events[i]] = run.values[i];
      }
    }
  }
  for (LocationId l = 0; l < writes.size(); ++l) {
    if (writes[l].empty()) {
      continue;  // nobody accesses it
    }
    stored[writes[l][0]] = structure->program().locations[l].initial;
    std::shuffle(writes[l].begin() + 1, writes[l].end(), dice);
    for (std::size_t i = 0; i < writes[l].size(); ++i) {
      for (std::size_t j = i + 1; j < writes[l].size(); ++j) {
        co.insert(writes[l][i], writes[l][j]);
      }
    }
  }
  for (const ThreadRun& run : runs) {
    for (std::size_t i = 0; i < run.events.size(); ++i) {
      if (structure->events()[run.events[i]].kind != EventKind::Read) {
        continue;
      }
      std::vector<EventId> sources;
      for (const EventId w : writes[run.locations[i]]) {
        if (stored[w] == run.values[i]) {
          sources.push_back(w);
        }
      }
      if (sources.empty()) {
        return std::nullopt;
      }
      readsFrom[run.events[i]] = sources[dice() % sources.size()];
    }
  }
  Execution x = assemble(structure, std::move(runs), readsFrom, co);
  return whyNotCandidate(x) ? std::nullopt : std::optional(std::move(x));
}

std::shared_ptr<const EventStructure> structureOf(const std::string& file) {
  const SourcePtr source = readSource(std::string(HRFCHECK_SOURCE_DIR) + "/litmus/" + file + ".litmus");
  return std::make_shared<const EventStructure>(parseLitmus(source), 2);
}

void give(KnownParts& parts, const Execution& x) {
  parts.happened.assign(x.happened);
  parts.loc.assign(x.loc);
  parts.addr.assign(x.addr);
  parts.data.assign(x.data);
  parts.ctrl.assign(x.ctrl);
  parts.sync.assign(x.syncBarrier);
  parts.rf.assign(x.rf);
  parts.co.assign(x.co);
}

void add(KnownParts& parts, const KnownParts& more) {
  parts.happened |= more.happened;
  parts.loc |= more.loc;
  parts.addr |= more.addr;
  parts.data |= more.data;
  parts.ctrl |= more.ctrl;
  parts.sync |= more.sync;
  parts.rf |= more.rf;
  parts.co |= more.co;
}

}  // namespace hrfcheck::test
