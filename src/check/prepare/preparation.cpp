#include "check/prepare/preparation.h"

#include <algorithm>

#include "cat/licence/licences.h"
#include "cat/licence/rules.h"
#include "cat/model/lane_exchanges.h"
#include "check/models/scope_of_model.h"
#include "check/models/translated_form.h"
#include "check/prepare/enough_rounds.h"
#include "check/prepare/prepared_test_maker.h"
#include "check/prepare/settled_memory.h"
#include "check/thin_air/circular_values.h"
#include "execution/bounds/infeasible_rf.h"
#include "program/flow/copied_instructions.h"
#include "program/flow/lane_exchanges.h"
#include "program/unroll/joint_waits.h"
#include "program/unroll/waiting_form.h"
#include "program/values/value_flow.h"

namespace hrfcheck::inline check {
namespace {

using Structures = std::map<LoopReading, std::shared_ptr<const EventStructure>>;

/// Events of a test for which it is worth while to ask the model about every write and read.
constexpr std::size_t kMostEventsNarrowed = 2000;

/// Reads that return less than somebody writes to their locations.
std::vector<Reason> readsNarrowed(const EventStructure& structure) {
  std::vector<Reason> reasons;
  for (EventId e = 0; e < structure.size(); ++e) {
    if (structure.narrows(e)) {
      reasons.push_back({LeavingOutRule::NarrowedValues, std::nullopt, structure.instructionOf(e)});
    }
  }
  return reasons;
}

/// What threads that spin have seen, where executions can be continued as the model's licence says.
LastWrites lastWritesUnder(const Model& model, const EventStructure& structure) {
  const Licences licences(model);
  const LicenceFinding& continuation = licences.of(Licence::Continuation);
  const bool goesOn = continuation.holds() && !(continuation.unlessReadBothWays && structure.readsBothWays());
  return goesOn ? LastWrites::Seen : LastWrites::PerhapsMissed;
}

std::shared_ptr<const EventStructure> withLastWrites(std::shared_ptr<const EventStructure> structure,
                                                     LastWrites lastWrites) {
  return structure->lastWrites() == lastWrites
             ? std::move(structure)
             : std::make_shared<const EventStructure>(*structure, lastWrites);
}

/// Whether waits of whole blocks may be written as waits of the thread that looks (joint_waits.cpp).
bool judgesJointWaits(const Model& model) {
  const Licences licences(model);
  return licences.holds(Licence::Deletion) && licences.holds(Licence::Barriers);
}

/// A program, and what a model judges of it: the same one, or one without rounds in which blocks wait
/// together.
struct Judged {
  const std::shared_ptr<const Program>& program;
  const std::shared_ptr<const Program>& written;
};

bool jumpsToItself(const Thread& thread, std::uint32_t i) {
  const auto* jump = std::get_if<JumpOp>(&thread.instructions[i].operation);
  return jump != nullptr && jump->target == i;
}

/// Where joint waits end: jumps to themselves that a program has got by having them written anew.
std::vector<Reason> jointRoundsLeftOut(const Judged& judged) {
  std::vector<Reason> reasons;
  for (ThreadId t = 0; t < judged.program->threads.size(); ++t) {
    const Thread& thread = judged.program->threads[t];
    for (std::uint32_t i = 0; i < thread.instructions.size() && judged.program != judged.written; ++i) {
      if (jumpsToItself(thread, i) && !jumpsToItself(judged.written->threads[t], numberOf(thread, i))) {
        reasons.push_back({LeavingOutRule::JointRounds, Licence::Deletion, {t, i}});
      }
    }
  }
  return reasons;
}

/// A program as the model judges it.
class Preparer {
 public:
  /// @param narrowFirst a program like this one is known to have too many values for every model
  Preparer(const Model& model, Judged judged, unsigned unroll, const Deadline& deadline,
           bool narrowFirst = false)
      : model_(model), judged_(judged), unroll_(unroll), deadline_(deadline), narrowFirst_(narrowFirst) {
    if (hasExchanges(*judged_.program) &&
        !cat::knowsExchanges(model, hasRoundsOfExchanges(*judged_.program))) {
      throw UserError("this is not supported for tests whose lanes exchange values that they read");
    }
  }

  /// @param made what is there already, and what is made
  PreparedTest licensed(Structures& made) const {
    if (narrowFirst_) {
      if (std::optional<PreparedTest> test = narrowed()) {
        return std::move(*test);
      }
    }
    try {
      return withValues(made, ReadValues::InferredIfFew);
    } catch (const TooManyValues&) {
      if (std::optional<PreparedTest> test = narrowed()) {
        return std::move(*test);
      }
      return withValues(made, ReadValues::Inferred);
    }
  }

  PreparedTest plain() const {
    return PreparedTestMaker::make(
        withCircularValues(structureOf({RoundBounds::Bounded}, ReadValues::Inferred), model_, deadline_),
        model_, {}, {}, true);
  }

 private:
  std::shared_ptr<const EventStructure> structureOf(LoopReading loops, ReadValues values) const {
    return std::make_shared<const EventStructure>(judged_.program, unroll_, loops.rounds, deadline_, values,
                                                  loops.storing);
  }

  /// With the values that reads may return under any model.
  /// @throws TooManyValues
  PreparedTest withValues(Structures& made, ReadValues values) const {
    return vouchedFor(enoughRounds(
        model_,
        [&](LoopReading loops) {
          std::shared_ptr<const EventStructure>& structure = made[loops];
          if (!structure) {
            structure = structureOf(loops, values);
          }
          return structure;
        },
        deadline_));
  }

  /// Of a test that has too many values for what any model may let its reads return: with the values that
  /// reads may return under this one. Nothing where it is too large for that.
  /// @throws TooManyValues
  std::optional<PreparedTest> narrowed() const {
    struct TooLarge {};
    std::optional<EnoughRounds> found;
    try {
      found = enoughRounds(
          model_,
          [&](LoopReading loops) {
            const EventStructure draft(judged_.program, unroll_, loops.rounds, deadline_, ReadValues::LeftOut,
                                       loops.storing);
            if (draft.size() > kMostEventsNarrowed) {
              throw TooLarge{};
            }
            return std::make_shared<const EventStructure>(draft, infeasibleRf(model_, draft, deadline_),
                                                          deadline_);
          },
          deadline_);
    } catch (const TooLarge&) {
      return std::nullopt;
    }
    EnoughRounds& enough = *found;
    const std::vector<Reason> reads = readsNarrowed(*enough.structure);
    enough.reasons.insert(enough.reasons.end(), reads.begin(), reads.end());
    return vouchedFor(std::move(enough));
  }

  PreparedTest vouchedFor(EnoughRounds enough) const {
    if (enough.structure->hasSpinLoops()) {
      enough.structure = withLastWrites(enough.structure, lastWritesUnder(model_, *enough.structure));
    }
    const std::vector<Reason> joint = jointRoundsLeftOut(judged_);
    enough.reasons.insert(enough.reasons.end(), joint.begin(), joint.end());
    return PreparedTestMaker::make(withCircularValues(enough.structure, model_, deadline_), model_,
                                   std::move(enough.reasons), std::move(enough.bounded));
  }

  const Model& model_;
  Judged judged_;
  unsigned unroll_;
  const Deadline& deadline_;
  bool narrowFirst_;
};

/// Without settled memory, where the model licenses that and enough is settled.
std::optional<PreparedTest> unsettled(const Model& model, Judged judged, unsigned unroll,
                                      const Deadline& deadline, bool narrowFirst) {
  const auto whole = [&](const std::shared_ptr<const Program>& program) {
    Structures made;
    return Preparer(model, {program, judged.written}, unroll, deadline, narrowFirst).licensed(made);
  };
  return withoutSettled(model, judged.program, whole, deadline);
}

/// Whether a structure shows everything under every model, but for what is beyond the bound of loops.
bool leavesNothingOut(const PreparedTest& test) {
  const EventStructure& structure = test.structure();
  const bool whole = writtenOf(structure.programPtr()) == structure.programPtr();
  return whole && !structure.hasSpinLoops() && !structure.narrowed() &&
         structure.circularValues() == CircularValues::NotLookedFor;
}

PreparedTest likeThe(const PreparedTest& test, std::shared_ptr<const EventStructure> structure,
                     const Model& model) {
  return PreparedTestMaker::make(std::move(structure), model, test.reasons(), test.bounded(), test.plain());
}

/// In the same form: settled memory is left out of what is like a test if it was left out of that.
Rules rulesOf(const PreparedTest& test) {
  const bool settled =
      std::ranges::find(test.reasons(), LeavingOutRule::SettledMemory, &Reason::rule) != test.reasons().end();
  return test.plain() ? Rules::Plain : settled ? Rules::Licensed : Rules::Unsettled;
}

}  // namespace

namespace {

PreparedTest preparedAlone(const std::shared_ptr<const Program>& program, unsigned unroll, const Model& model,
                           const Deadline& deadline, Rules rules, bool narrowFirst) {
  if (rules == Rules::Plain) {
    return Preparer(model, {program, program}, unroll, deadline).plain();
  }
  const auto judged =
      inWaitingForm(judgesJointWaits(model) ? withJointWaits(program, deadline) : program, deadline);
  if (rules == Rules::Licensed) {
    if (auto test = unsettled(model, {judged, program}, unroll, deadline, narrowFirst)) {
      return std::move(*test);
    }
  }
  Structures made;
  return Preparer(model, {judged, program}, unroll, deadline, narrowFirst).licensed(made);
}

}  // namespace

PreparedTest prepared(const std::shared_ptr<const Program>& program, unsigned unroll, const Model& model,
                      const Deadline& deadline, Rules rules) {
  return preparedAlone(program, unroll, model, deadline, rules, false);
}

PreparedTest Preparation::of(const Model& model, const Deadline& deadline) {
  const bool ptx = judgesPtxForm(model, *program_);
  if (ptx && !inPtxForm_) {
    inPtxForm_ = translated(*program_, TranslatedForm::Ptx);
  }
  if (formJudged(model, *program_) == TranslatedForm::Amdgpu) {
    return prepared(translated(*program_, TranslatedForm::Amdgpu), unroll_, model, deadline, rules_);
  }
  const std::shared_ptr<const Program>& program = ptx ? inPtxForm_ : program_;
  if (rules_ == Rules::Plain) {
    return Preparer(model, {program, program}, unroll_, deadline).plain();
  }
  const bool joint = judgesJointWaits(model);
  std::shared_ptr<const Program>& judged = judged_[{ptx, joint}];
  if (!judged) {
    judged = inWaitingForm(joint ? withJointWaits(program, deadline) : program, deadline);
  }
  if (rules_ == Rules::Licensed) {
    if (auto left = unsettled(model, {judged, program}, unroll_, deadline, narrowFirst_)) {
      return std::move(*left);
    }
  }
  PreparedTest test =
      Preparer(model, {judged, program}, unroll_, deadline, narrowFirst_).licensed(structures_[judged]);
  narrowFirst_ = narrowFirst_ || test.structure().narrowed();
  return test;
}

namespace {

/// What is known of values out of thin air is known for one model; more values harm no other.
std::shared_ptr<const EventStructure> withCircularValuesAnew(const PreparedTest& test, const Model& model,
                                                             const Deadline& deadline) {
  const bool asked = test.structure().circularValues() != CircularValues::NotLookedFor;
  return withCircularValues(
      asked ? std::make_shared<const EventStructure>(test.structure(), CircularValues::NotLookedFor)
            : test.structurePtr(),
      model, deadline);
}

}  // namespace

/// Which rounds of blocks that wait together are left out is the business of the model, too: another one gets
/// the test as it is written.
PreparedTest preparedAnew(const PreparedTest& test, const Model& model, const Deadline& deadline) {
  const EventStructure& structure = test.structure();
  if (leavesNothingOut(test)) {
    return likeThe(test, withCircularValuesAnew(test, model, deadline), model);
  }
  const PreparedTest anew = preparedAlone(writtenOf(structure.programPtr()), structure.unrollBound(), model,
                                          deadline, rulesOf(test), structure.narrowed());
  return likeThe(anew, withLastWrites(anew.structurePtr(), structure.lastWrites()), model);
}

PreparedTest askedBesides(const PreparedTest& test, const Model& model) {
  return likeThe(test, test.structurePtr(), model);
}

/// Other scopes change nothing of a structure but the scopes; but which iterations are enough may hang on
/// them, and so may what reads cannot return.
PreparedTest preparedWith(const PreparedTest& test, std::shared_ptr<const Program> reworded,
                          const Deadline& deadline) {
  if (!leavesNothingOut(test)) {
    return preparedVariant(test, std::move(reworded), deadline);
  }
  auto structure = std::make_shared<const EventStructure>(test.structure(), std::move(reworded));
  return likeThe(test, withCircularValues(std::move(structure), test.model(), deadline), test.model());
}

PreparedTest preparedVariant(const PreparedTest& test, std::shared_ptr<const Program> variant,
                             const Deadline& deadline) {
  return preparedAlone(variant, test.structure().unrollBound(), test.model(), deadline,
                       test.plain() ? Rules::Plain : Rules::Licensed, test.structure().narrowed());
}

PreparedTest withoutCondition(const PreparedTest& test) {
  const auto without = [](Program program) {
    program.condition = std::make_shared<const Condition>(Condition{TrueCondition{}});
    return program;
  };
  const std::shared_ptr<const Program> judged = test.structure().programPtr();
  const std::shared_ptr<const Program> written = writtenOf(judged);
  auto program = std::make_shared<const Program>(without(*written));
  if (written != judged) {
    program = madeOf(program, without(*judged));
  }
  return likeThe(test, std::make_shared<const EventStructure>(test.structure(), std::move(program)),
                 test.model());
}

}  // namespace hrfcheck::inline check
