#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/check.h"
#include "check/prepare/preparation.h"
#include "check/promise/weaker_accesses.h"

namespace hrfcheck::inline check {

/// What a model promises of a program.
enum class PromiseKind {
  Interleavings,  ///< it behaves as interleavings of its threads do
  Outcomes,       ///< it ends in one of Promise::outcomes
  Nothing,        ///< nothing, or nothing that is known
  Undecided,      ///< it is not known whether anything is promised
  NotApplicable   ///< no model can be asked about the program
};

/// Why a model promises what it does.
enum class PromiseReason {
  RaceFree,
  CannotRace,         ///< race freedom was not decided, but every access is an atomic of one scope of all
  OnlyInterleavings,  ///< of a model that defines no races: its executions are interleavings
  NoRacesDefined,     ///< a model that defines no races: it stands by its outcomes, and promises no more
  NoExecution,        ///< race-free, since there is no execution that could race
  Racy,
  Undefined,       ///< out-of-bounds access, a barrier missed, an undefined_unless that fails
  NoneDeclared,    ///< no interleavings are promised to race-free programs, as far as is known
  WeakerAccesses,  ///< interleavings are promised to sc accesses alone, and there are others
  RacesUndecided,
  NoModel  ///< Program::notForModels says why
};

/// Who vouches for a promise.
enum class PromiseBasis {
  Definitions,  ///< the model's definitions show it (check/models/interleavings.h), or it is what the model
                ///< allows
  Tested,       ///< a built-in model's file declares it, and the differential test checks it
  Declared      ///< the model's file declares it, and nothing has checked that
};

/// What a model promises of one program, and why.
struct Promise {
  PromiseKind kind = PromiseKind::Undecided;
  PromiseReason reason = PromiseReason::RacesUndecided;
  PromiseBasis basis = PromiseBasis::Definitions;
  std::string model;                        ///< whose races, as asked for
  std::string outcomesOf;                   ///< whose outcomes: the same model, or "sc"
  RaceStatus races = RaceStatus::NotAsked;  ///< under `model`
  std::vector<InstructionPair> racing;      ///< of racy programs, most informative first
  std::vector<WeakerAccess> weaker;         ///< for WeakerAccesses
  /// Who vouches that interleavings of the program are executions of the model; nothing where nobody does.
  /// Where tests do (Tested), that is so of interleavings without a race; a racy program may do anything.
  std::optional<PromiseBasis> everyInterleaving;
  std::string notShown;  ///< a requirement that interleavings are not shown to meet, if there is one
  bool differsFromBuiltIn = false;           ///< the built-in model of its name promises more
  std::vector<std::vector<Value>> outcomes;  ///< values of Program::observed, sorted, each once
  /// Why `outcomes` may not be all, or why the kind is not known: "time limit", "bound reached (loop)".
  std::optional<std::string> undecided;

  bool allows(const std::vector<Value>& values) const;
  /// The values that an observed variable has in the outcomes that agree with this state in all others,
  /// sorted.
  std::vector<Value> valuesBeside(const std::vector<Value>& state, std::size_t variable) const;
};

/// Whether the model promises interleavings to the program; outcomes are not listed.
/// @param verdict of the program under the model, races asked for
/// @param builtIn the model of the same name that comes with hrfcheck; null where there is none
Promise promiseOfInterleavings(const Verdict& verdict, const Model& model, const Model* builtIn);
/// The same, asking the engine. What takes longer than the deadline is undecided.
/// @param options how races are asked for
Promise promiseOfInterleavings(Engine& engine, Preparation& preparation, const Model& model,
                               const Model* builtIn, const CheckOptions& options);

/// Whether interleavings of the program are executions of the model, no engine asked: all that the answer
/// "may hang" rests on. Of what the model promises nothing is said.
Promise promiseOfHangs(const Program& program, const Model& model, const Model* builtIn);

/// What is known without asking a model, where no model can be asked.
std::optional<Promise> promiseWithoutModel(const Program& program);

/// What `races` promises to a program: nothing to a racy or undefined one, else its own outcomes or, where
/// `outcomes` is given, that model's (`sc`: the promise of the HRF models as first published). Loops are
/// unrolled up to the bound of the preparation; where that matters, the promise is not complete.
/// @param preparation of a program from `observingEverything`
Promise promiseOfOutcomes(Engine& engine, Preparation& preparation, const Model& races, const Model* outcomes,
                          const AnalysisOptions& analysis);

/// Whether the model promises its outcomes to a program, from the flags that an engine found; the outcomes
/// are not listed.
Promise promiseByFlags(const Model& model, const Analysis& flags);

/// That a program ends in one of the outcomes that an engine found.
/// @param model whose outcomes they are
Promise promiseOfOutcomes(const std::string& model, const Analysis& outcomes);

}  // namespace hrfcheck::inline check
