// The enumeration of candidates against the plainest one there is: every combination of runs, of writes to
// read from, of orders of all writes, kept when whyNotCandidate has nothing to say. And the evaluator, which
// keeps values from one candidate to the next, against a new one for every candidate.

#include <doctest/doctest.h>

#include <set>

#include "engine/explicit/enumeration.h"
#include "execution/evaluate/evaluate.h"
#include "execution/witness/structure_run.h"
#include "support/litmus_shapes.h"
#include "support/model_builder.h"

namespace hrfcheck::test {
namespace {

/// What tells candidates of one structure apart.
using Identity = std::tuple<std::vector<EventId>, std::vector<Value>, std::vector<EventId>,
                            std::vector<std::pair<EventId, EventId>>, std::vector<ThreadEnd>>;

Identity identityOf(const Execution& x) {
  std::vector<ThreadEnd> ends;
  for (const ThreadRun& run : x.runs) {
    ends.push_back(run.end);
  }
  return {x.happened.members(), x.value, x.readsFrom, x.co.pairs(), ends};
}

class Plainly {
 public:
  explicit Plainly(std::shared_ptr<const EventStructure> structure) : structure_(std::move(structure)) {}

  std::set<Identity> all() {
    chooseRuns(0);
    return found_;
  }

 private:
  void chooseRuns(ThreadId t) {
    if (t == structure_->threads().size()) {
      const std::vector<EventId> none(structure_->size(), kNoEvent);
      base_ = assemble(structure_, runs_, none, Relation(structure_->size()));
      chooseReadsFrom(0, none);
      return;
    }
    forEachRun(*structure_, t, [&](const ThreadRun& run) {
      runs_.push_back(run);
      chooseRuns(t + 1);
      runs_.pop_back();
      return true;
    });
  }

  void chooseReadsFrom(EventId read, std::vector<EventId> readsFrom) {
    if (read == structure_->size()) {
      chooseCoherence(readsFrom);
      return;
    }
    if (structure_->events()[read].kind != EventKind::Read || !base_.happened.contains(read)) {
      chooseReadsFrom(read + 1, std::move(readsFrom));
      return;
    }
    for (EventId write = 0; write < structure_->size(); ++write) {
      if (base_.value[write] == base_.value[read]) {
        readsFrom[read] = write;
        chooseReadsFrom(read + 1, readsFrom);
      }
    }
  }

  void chooseCoherence(const std::vector<EventId>& readsFrom) {
    std::vector<EventId> writes;
    base_.happened.forEach([&](EventId e) {
      const EventKind kind = structure_->events()[e].kind;
      if (kind == EventKind::Write || kind == EventKind::InitialWrite) {
        writes.push_back(e);
      }
    });
    do {
      Relation co(structure_->size());
      for (std::size_t i = 0; i < writes.size(); ++i) {
        for (std::size_t j = i + 1; j < writes.size(); ++j) {
          if (base_.location[writes[i]] == base_.location[writes[j]]) {
            co.insert(writes[i], writes[j]);
          }
        }
      }
      const Execution x = assemble(structure_, runs_, readsFrom, co);
      if (!whyNotCandidate(x)) {
        found_.insert(identityOf(x));
      }
    } while (std::next_permutation(writes.begin(), writes.end()));
  }

  std::shared_ptr<const EventStructure> structure_;
  std::vector<ThreadRun> runs_;
  Execution base_;
  std::set<Identity> found_;
};

ProgramBuilder barrierAndBranch() {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  ThreadBuilder& t = p.thread();
  t.load("r0", x).branch(t.get("r0"), 3).barrier().load("r1", x);
  p.thread().store(x, 1).barrier();
  return p;
}

ProgramBuilder swaps() {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  p.thread().cas("r0", x, 0, 1).rmw(RmwOp::Exchange, "r1", x, 1);
  p.thread().rmw(RmwOp::Add, "r0", x, 1);
  return p;
}

ProgramBuilder loopAndFault() {
  ProgramBuilder p;
  const ExprPtr x = p.location("x", 1);
  ThreadBuilder& t = p.thread();
  t.load("r0", x).store(binary(BinaryOp::Sub, binary(BinaryOp::Add, x, t.get("r0")), constant(1)), 2);
  t.branch(t.get("r0"), 0);
  p.thread().store(x, 0);
  return p;
}

/// Values out of thin air: each thread stores what it reads.
ProgramBuilder thinAir() {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  const ExprPtr y = p.location("y");
  ThreadBuilder& s = p.thread();
  s.load("r0", x).store(y, s.get("r0"));
  ThreadBuilder& t = p.thread();
  t.load("r0", y).store(x, t.get("r0")).assign("r1", 1).store(x, 1).onlyIf("r0", true);
  return p;
}

std::vector<std::pair<ProgramBuilder, unsigned>> samples() {
  return {{storeBuffering(), 2}, {messagePassing(), 2},   {readRead(), 2}, {twoPlusTwoWrites(), 2},
          {swaps(), 2},          {barrierAndBranch(), 2}, {thinAir(), 2},  {loopAndFault(), 1}};
}

TEST_CASE("every candidate, each once, in place as assembled anew") {
  for (const auto& [program, bound] : samples()) {
    const auto structure = program.structure(bound);
    std::set<Identity> found;
    EnumerationCounts counts;
    const auto undecided = forEachCandidate(
        structure,
        [&](const Execution& x) {
          CHECK(whyNotCandidate(x) == std::nullopt);
          CHECK(found.insert(identityOf(x)).second);
          return true;
        },
        {}, &counts);
    CHECK(undecided == std::nullopt);
    CHECK(counts.candidates == found.size());
    CHECK(found == Plainly(structure).all());
  }
}

TEST_CASE("how many candidates there are") {
  const auto count = [](const ProgramBuilder& program) {
    EnumerationCounts counts;
    forEachCandidate(
        program.structure(), [](const Execution&) { return true; }, {}, &counts);
    return counts.candidates;
  };
  CHECK(count(storeBuffering()) == 4);
  CHECK(count(independentReads()) == 16);
  CHECK(count(twoPlusTwoWrites()) == 4);
  CHECK(count(ProgramBuilder()) == 1);
}

TEST_CASE("enumeration stops when told to") {
  int visited = 0;
  CHECK(forEachCandidate(storeBuffering().structure(), [&](const Execution&) { return ++visited < 2; }) ==
        std::nullopt);
  CHECK(visited == 2);
}

/// A model with a bit of everything that depends on something else.
Model mixedModel() {
  ModelBuilder m;
  const Term hb = m.recursive(0, 0, CatType::Relation);
  const Term members = m.classVariable(0);
  const Term inside = m.recursive(1, 0, CatType::Relation);
  const Term sameWg = m.base("same-wg");
  const Term external = m.rf() - m.base(static_relation::Int);
  const Term hbBody = m.po() | external | seq(hb, hb);
  const Term insideBody = (hb & (members * members)) | seq(inside, inside);
  m.model().recursions = {{{"hb"}, {hbBody.id}}, {{"inside"}, {insideBody.id}}};
  const Term t = m.linearisation("t", m.tag("W") - m.tag("IW"), m.po());
  m.irreflexive(hb, "hb")
      .irreflexive(seq(m.fold(0, sameWg, inside), m.co() | m.fr()), "coherence")
      .irreflexive(seq(t, inverse(m.co())), "t agrees with co")
      .flagNotEmpty(t - hb, "free")
      .check(CheckRole::Flag, CheckKind::Empty, true, inside, "inside",
             {{0, m.base(static_relation::Int).id}})
      .check(CheckRole::UndefinedUnless, CheckKind::Acyclic, false,
             m.po() | m.base(BaseRelation::Data) | m.base(BaseRelation::Ctrl) | m.rf(), "thin air");
  return m.model();
}

using Seen = std::vector<std::tuple<std::vector<Relation>, std::optional<std::size_t>,
                                    std::vector<std::vector<std::pair<EventId, EventId>>>>>;

Seen everythingOf(Evaluator& evaluator, const Execution& x) {
  Seen seen;
  evaluator.forEachChoice(x, [&](const std::vector<Relation>& choices, const Evaluation& e) {
    std::vector<std::vector<std::pair<EventId, EventId>>> flags;
    for (const RaisedFlag& flag : e.flags) {
      flags.push_back(flag.pairs);
      flags.push_back({{static_cast<EventId>(flag.check), 0}});
    }
    seen.emplace_back(choices, e.failedCheck, flags);
    return true;
  });
  return seen;
}

TEST_CASE("what is kept between candidates is what would be computed anew") {
  for (const Model& model : {mixedModel(), scModel()}) {
    std::size_t consistent = 0;
    std::size_t failed = 0;
    for (const auto& [program, bound] : samples()) {
      const auto structure = program.structure(bound);
      Evaluator kept(model, *structure);
      forEachCandidate(structure, [&](const Execution& x) {
        Evaluator fresh(model, *structure);
        const Seen seen = everythingOf(fresh, x);
        CHECK(everythingOf(kept, x) == seen);
        for (const auto& [choices, failure, flags] : seen) {
          ++(failure ? failed : consistent);
        }
        return true;
      });
    }
    CHECK(consistent > 20);
    CHECK(failed > 20);
  }
}

TEST_CASE("sequential consistency computed once more, by hand") {
  for (const auto& [program, bound] : samples()) {
    const auto structure = program.structure(bound);
    const Model model = scModel();
    Evaluator evaluator(model, *structure);
    forEachCandidate(structure, [&](const Execution& x) {
      const Relation fr = x.rf.inverse().compose(x.co);
      const Relation po = structure->po().restrictedTo(x.happened, x.happened);
      const Relation rmw = structure->rmw().restrictedTo(x.happened, x.happened);
      const bool sc = (po | x.rf | x.co | fr | x.syncBarrier).acyclic() && (rmw & fr.compose(x.co)).empty();
      CHECK(evaluator.evaluate(x).consistent() == sc);
      return true;
    });
  }
}

}  // namespace
}  // namespace hrfcheck::test
