#include "differential/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <tuple>

#include "cat/licence/licences.h"
#include "check/models/scope_of_model.h"
#include "check/prepare/asked_order.h"
#include "check/prepare/preparation.h"
#include "check/prepare/settled_memory.h"
#include "differential/gpu_laws.h"
#include "differential/kernel_laws.h"
#include "differential/promises.h"
#include "differential/random_kernel.h"
#include "engine/solver_choice.h"
#include "frontend/litmus.h"
#include "licence/random_cat.h"
#include "program/flow/copied_instructions.h"
#include "program/symmetry/symmetry.h"
#include "support/given.h"

namespace hrfcheck {
namespace {

/// Where a loop reaches its bound, an engine need not count executions that show nothing new.
bool countAlike(const Analysis& a, const Analysis& b) {
  const auto cut = [](const Analysis& analysis) {
    return !analysis.executionCounts && std::ranges::any_of(analysis.incidents, [](const Incident& i) {
      return i.kind == IncidentKind::BoundReached;
    });
  };
  return a.executionCounts == b.executionCounts || cut(a) || cut(b);
}

constexpr unsigned kUnroll = 2;
/// Two rounds for each of two writes, in tests of two threads that wait, and one more.
constexpr unsigned kUnrollWaits = 4;
/// Of a kernel that is executed; the largest that are made have some thousands.
constexpr std::size_t kMostStates = 200'000;

constexpr const char* kFewerRoundsLaw = "few rounds of spin loops show what all of them show";
constexpr const char* kLeftOutRoundsLaw = "the same, where it depends on the test";
constexpr const char* kLastRoundLaw =
    "the last round shows it alone, where no earlier one can take part in a flag";

constexpr const char* kStoringLoopsLaw = "loops that store and spin show what they show before they are cut";
constexpr const char* kPlainLaw = "what is left out shows nothing more (--plain)";
constexpr const char* kSettledPlainLaw = "the same, settled on both sides";

/// How the solver is asked, in turn.
enum class SolverWay { Both, InSearch, Cadical, Plain };
constexpr SolverWay kSolverWays[] = {SolverWay::Both, SolverWay::InSearch, SolverWay::Cadical,
                                     SolverWay::Plain};
const char* nameOf(SolverWay way) {
  switch (way) {
    case SolverWay::Both:
      return "smt";
    case SolverWay::InSearch:
      return "smt, Z3";
    case SolverWay::Cadical:
      return "smt, CaDiCaL";
    case SolverWay::Plain:
      break;
  }
  return "smt, Z3, plain";
}

bool applies(const Model& model, const Program& program) {
  return whyNotApplicable(model, program).empty();
}

}  // namespace

DifferentialSession::DifferentialSession(const std::string& modelFolder, const std::string& ownModelFolder,
                                         std::uint64_t candidateLimit, double secondsEach)
    : reference_(makeReferenceEngine()),
      explicit_(makeExplicitEngine()),
      smt_(makeSmtEngine()),
      z3_(makeSmtEngineWith(SolverChoice::Z3)),
      cadical_(makeSmtEngineWith(SolverChoice::Cadical)),
      library_({modelFolder, ownModelFolder}, {.installed = modelFolder}),
      candidateLimit_(candidateLimit),
      secondsEach_(secondsEach) {
  for (const std::string& name : ModelLibrary({modelFolder}).names()) {
    models_.push_back(library_.load(name));
  }
  irEquality_ = library_.load("hrf-indirect-relaxed-equality");
  ptxPartial_ = library_.load("ptx-partial");
  for (const std::vector<std::string>& laws : {variantLaws(), gpuLaws()}) {
    for (const std::string& law : laws) {
      lawCounts_[law] = 0;
    }
  }
  for (const char* law : {kInterleavingLaw, kLaunchLaw}) {
    lawCounts_[law] = 0;
  }
}

void DifferentialSession::restrictTo(const std::vector<std::string>& models) {
  std::erase_if(models_, [&](const Model& model) {
    return std::find(models.begin(), models.end(), model.name) == models.end();
  });
  restricted_ = true;
}

void DifferentialSession::restrictToPromiseOf(const std::string& model) {
  models_ = {library_.load("sc"), library_.load(model)};
  if (!declaredPromise(models_.back())) {
    throw UserError(fmt::format("the file of {} declares no promise that is understood", model));
  }
  restricted_ = true;
  lawCounts_.clear();
}

Analysis DifferentialSession::analyse(Engine& engine, const std::shared_ptr<const EventStructure>& structure,
                                      const Model& model, AnalysisOptions options) const {
  return analyse(engine, given(structure, model), std::move(options));
}

Analysis DifferentialSession::analyse(Engine& engine, const PreparedTest& test,
                                      AnalysisOptions options) const {
  options.deadline = deadline_;
  Analysis analysis = engine.analyse(test, options);
  deadline_.check();
  return analysis;
}

/// The explicit engine with and without symmetry, the solver in one of its ways, and the reference.
EngineAnswer DifferentialSession::answerOfAll(const std::shared_ptr<const EventStructure>& structure,
                                              const Model& model, TestResult& result) {
  const Program& program = structure->program();
  AnalysisOptions plain;
  plain.symmetry = plain.enumerateInSearch = false;
  const Analysis fast = analyse(*explicit_, structure, model, {});
  const EngineAnswer answer = answerOf(fast, model);
  if (!symmetriesOf(*structure).empty()) {
    const Analysis unreduced = analyse(*explicit_, structure, model, plain);
    if (const auto d =
            difference(program, "explicit", answer, "without symmetry", answerOf(unreduced, model))) {
      result.failures.push_back("symmetry makes a difference under " + model.name + ":\n" + *d);
    }
    if (!countAlike(fast, unreduced)) {
      result.failures.push_back("symmetry makes a difference to the counts under " + model.name);
    }
  }
  const SolverWay way = kSolverWays[turn_++ % std::size(kSolverWays)];
  Engine& solver = way == SolverWay::Cadical ? *cadical_ : way == SolverWay::Both ? *smt_ : *z3_;
  const bool asUsers = way == SolverWay::Both || way == SolverWay::InSearch;
  const EngineAnswer solved =
      answerOf(analyse(solver, structure, model, asUsers ? AnalysisOptions() : plain), model);
  if (const auto d = difference(program, "explicit", answer, nameOf(way), solved)) {
    result.failures.push_back("engines disagree under " + model.name + ":\n" + *d);
  }
  compareWithReference(structure, model, fast, result);
  return answer;
}

void DifferentialSession::compareWithReference(const std::shared_ptr<const EventStructure>& structure,
                                               const Model& model, const Analysis& fast, TestResult& result) {
  AnalysisOptions options;
  options.candidateLimit = candidateLimit_;
  const Analysis reference = analyse(*reference_, structure, model, options);
  if (reference.undecided) {
    result.skipped.push_back(model.name);
    return;
  }
  ++result.models;
  if (const auto d = difference(structure->program(), "reference", answerOf(reference, model), "explicit",
                                answerOf(fast, model))) {
    result.failures.push_back("engines disagree under " + model.name + ":\n" + *d);
  }
  if (!countAlike(reference, fast)) {
    result.failures.push_back("the explicit engine counts other executions under " + model.name);
  }
}

TestResult DifferentialSession::run(std::uint64_t seed, Profile profile, unsigned maxAccesses) {
  return profile == Profile::OpenClKernels ? runKernel(kernels::randomKernel(seed, maxAccesses))
                                           : runText(randomLitmus(seed, profile, maxAccesses), profile);
}

EngineAnswer DifferentialSession::answerOfOne(const std::shared_ptr<const EventStructure>& structure,
                                              const Model& model) {
  return answerOf(analyse(*explicit_, structure, model, {}), model);
}

void DifferentialSession::checkLaws(const std::shared_ptr<const EventStructure>& structure,
                                    const Answers& answers, TestResult& result) {
  const EngineAnswer irEquality = answerOfAll(structure, irEquality_, result);
  for (const std::string& law : brokenLaws(*structure, answers, irEquality)) {
    result.failures.push_back("broken law: " + law);
  }
  countLaws(*structure, answers, lawCounts_);
}

void DifferentialSession::checkGpuLaws(const std::shared_ptr<const EventStructure>& structure,
                                       Answers& answers, TestResult& result) {
  if (applies(ptxPartial_, structure->program())) {
    try {
      answers[ptxPartial_.name] = answerOfAll(structure, ptxPartial_, result);
    } catch (const UserError&) {
      // More writes to a location than a partial coherence may order.
    }
  }
  for (const std::string& law : brokenGpuLaws(*structure, answers)) {
    result.failures.push_back("broken law: " + law);
  }
  countGpuLaws(*structure, answers, lawCounts_);
}

void DifferentialSession::checkPromises(const EventStructure& structure, const Answers& answers,
                                        TestResult& result) {
  for (const Model& model : models_) {
    const auto promise = declaredPromise(model);
    if (!promise || !answers.contains(model.name) || !answers.contains("sc")) {
      continue;
    }
    const std::string law = promiseLaw(model);
    const auto kept = keepsPromise(structure, *promise, answers.at(model.name), answers.at("sc"));
    lawCounts_[law] += kept ? 1 : 0;
    if (kept == false) {
      result.failures.push_back("broken law: " + law);
    }
  }
}

void DifferentialSession::checkVariant(const Variant& variant, Profile profile, TestResult& result) {
  const std::string why = mismatch(*variant.original, *variant.rewritten);
  if (!why.empty()) {
    result.failures.push_back(fmt::format("broken law: {}: {}", variant.law, why));
    return;
  }
  ++lawCounts_[variant.law];
  const auto a = std::make_shared<const EventStructure>(variant.original, variant.unroll);
  const auto b = std::make_shared<const EventStructure>(variant.rewritten, variant.unroll);
  for (const Model& model : models_) {
    const bool wanted = variant.everyModel || model.name == "hsa" || model.name == "sc" ||
                        model.name == (isOpenCl(profile) ? "opencl-rsp" : "c11");
    if (!wanted || !applies(model, *variant.original) || !applies(model, *variant.rewritten)) {
      continue;
    }
    const Program& original = *variant.original;
    const EngineAnswer before = essence(original, answerOfOne(a, model), original);
    const EngineAnswer after = essence(*variant.rewritten, answerOfOne(b, model), original);
    const auto d = difference(original, "original", before, "rewritten", after);
    if (d) {
      result.failures.push_back(fmt::format("broken law under {}: {}:\n{}", model.name, variant.law, *d));
    }
  }
}

void DifferentialSession::checkFewerRounds(const std::shared_ptr<const EventStructure>& structure,
                                           const Answers& answers, TestResult& result) {
  for (const Model& model : models_) {
    if (!structure->hasSpinLoops() || !answers.contains(model.name)) {
      continue;
    }
    const auto enough = prepared(structure->programPtr(), kUnroll, model, deadline_).structurePtr();
    const RoundBounds rounds = enough->roundBounds();
    if ((rounds != RoundBounds::Last && rounds != RoundBounds::Few) || enough->spinsWithStores()) {
      continue;  // all of them, or more than the structure has
    }
    const char* law = enough->roundBounds() == RoundBounds::Last ? kLastRoundLaw
                      : Licences(model).holds(Licence::Deletion) ? kFewerRoundsLaw
                                                                 : kLeftOutRoundsLaw;
    ++lawCounts_[law];
    if (const auto d = difference(structure->program(), "all rounds", answers.at(model.name), "few rounds",
                                  answerOfOne(enough, model))) {
      result.failures.push_back(fmt::format("broken law under {}: {}:\n{}", model.name, law, *d));
    }
  }
}

/// What is found before the loops are cut is found where they spin.
void DifferentialSession::checkStoringLoops(const std::shared_ptr<const EventStructure>& structure,
                                            const Answers& answers, TestResult& result) {
  if (std::ranges::none_of(structure->threads(), &UnrolledThread::mayReachBound)) {
    return;
  }
  for (const Model& model : models_) {
    if (!answers.contains(model.name) || answers.at(model.name).undecided) {
      continue;
    }
    const auto spinning = prepared(structure->programPtr(), kUnroll, model, deadline_).structurePtr();
    if (!spinning->spinsWithStores()) {
      continue;
    }
    ++lawCounts_[kStoringLoopsLaw];
    const EngineAnswer found = answerOfAll(spinning, model, result);
    EngineAnswer both = found;
    const EngineAnswer& cut = answers.at(model.name);
    both.outcomes.insert(cut.outcomes.begin(), cut.outcomes.end());
    for (const auto& [flag, pairs] : cut.flags) {
      both.flags[flag].insert(pairs.begin(), pairs.end());
    }
    if (const auto d = difference(structure->program(), "cut or spinning", both, "spinning", found);
        d && !found.undecided) {
      result.failures.push_back(
          fmt::format("broken law under {}: {}:\n{}", model.name, kStoringLoopsLaw, *d));
    }
  }
}

namespace {

bool isCut(const EngineAnswer& answer) {
  return std::ranges::any_of(
      answer.incidents, [](const auto& incident) { return incident.first == IncidentKind::BoundReached; });
}

/// Not where one value stands for others out of thin air: which one may differ.
bool knowsAllValues(const EventStructure& structure) {
  return structure.moreValues().empty() && structure.circularValues() != CircularValues::Unknown;
}

/// Both together, without executions that are cut.
EngineAnswer united(EngineAnswer a, const EngineAnswer& b) {
  a.outcomes.insert(b.outcomes.begin(), b.outcomes.end());
  for (const auto& [flag, pairs] : b.flags) {
    a.flags[flag].insert(pairs.begin(), pairs.end());
  }
  a.incidents.insert(b.incidents.begin(), b.incidents.end());
  std::erase_if(a.incidents, [](const auto& i) { return i.first == IncidentKind::BoundReached; });
  return a;
}

/// The answer in the numbers of instructions of which a program has copies.
EngineAnswer asWritten(const Program& program, const EngineAnswer& answer) {
  const auto written = [&](InstructionRef where) {
    where.instruction = numberOf(program.threads[where.thread], where.instruction);
    return where;
  };
  EngineAnswer result = answer;
  for (auto& [flag, pairs] : result.flags) {
    std::set<InstructionPair> own;
    for (const auto& [first, second] : pairs) {
      own.insert(std::minmax({written(first), written(second)}));
    }
    pairs = std::move(own);
  }
  result.incidents.clear();
  for (const auto& [kind, where] : answer.incidents) {
    result.incidents.emplace(kind, written(where));
  }
  return result;
}

}  // namespace

/// What is found where nothing is left out is found as users ask, and the contrary, as far as either is
/// settled.
void DifferentialSession::checkPlain(const std::shared_ptr<const Program>& program, const Model& model,
                                     Engine& counts, unsigned unroll, TestResult& result) {
  const PreparedTest usual = prepared(program, kUnroll, model, deadline_);
  if (usual.reasons().empty() && usual.bounded().empty()) {
    return;  // the reference has been asked about the same structure
  }
  AnalysisOptions limited;
  limited.candidateLimit = candidateLimit_;
  const PreparedTest plain = prepared(program, unroll, model, deadline_, Rules::Plain);
  const EngineAnswer some = asWritten(usual.program(), answerOf(analyse(*explicit_, usual, {}), model));
  EngineAnswer all = answerOf(analyse(counts, plain, limited), model);
  const bool usualSettled = !some.undecided && !isCut(some) && knowsAllValues(usual.structure());
  const bool plainSettled = !all.undecided && !isCut(all) && knowsAllValues(plain.structure());
  lawCounts_[kPlainLaw] += usualSettled || plainSettled ? 1 : 0;
  lawCounts_[kSettledPlainLaw] += usualSettled && plainSettled ? 1 : 0;
  // What comes behind a cut may promote what is before it (docs/loops.md, "Executions that do not end").
  if (all.flags != some.flags && isCut(all) && featuresOf(*program).remote) {
    return;
  }
  const EngineAnswer both = united(some, all);
  if (!Licences(model).holds(Licence::Continuation)) {
    all.flags = both.flags;  // that a thread which spins can go on spinning is assumed (the same page)
  }
  for (const auto& [name, answer, settled] :
       {std::tuple("as users ask", some, usualSettled), std::tuple("--plain", all, plainSettled)}) {
    if (const auto d = difference(*program, "both", both, name, united(answer, {})); d && settled) {
      result.failures.push_back(fmt::format("broken law under {}: {}:\n{}", model.name, kPlainLaw, *d));
    }
  }
}

void DifferentialSession::compareAll(const std::string& litmus, Profile profile, TestResult& result) {
  const auto program = parseLitmus(std::make_shared<Source>("random.litmus", litmus));
  if (!program->notForModels.empty()) {
    return;
  }
  const auto structure = std::make_shared<const EventStructure>(program, kUnroll);
  Answers answers;
  for (const Model& model : models_) {
    if (applies(model, *program)) {
      answers[model.name] = answerOfAll(structure, model, result);
    }
  }
  checkFewerRounds(structure, answers, result);
  checkStoringLoops(structure, answers, result);
  for (const Model& model : models_) {
    if (applies(model, *program)) {
      checkPlain(program, model, *reference_, kUnroll, result);
    }
  }
  checkPromises(*structure, answers, result);
  if (!restricted_) {
    isGpu(profile) ? checkGpuLaws(structure, answers, result) : checkLaws(structure, answers, result);
  }
  const bool variants = !isGpu(profile) && (!isHsa(profile) || profile == Profile::Twins);
  if (variants && !program->launched()) {
    for (const Variant& variant : variantsOf(litmus, structure)) {
      checkVariant(variant, profile, result);
    }
  }
}

void DifferentialSession::compareKernel(const kernels::Kernel& kernel, TestResult& result) {
  compareAll(result.litmus, Profile::OpenClKernels, result);
  const auto formOf = [](const kernels::KernelText& text) {
    const auto program = parseLitmus(std::make_shared<Source>("random.litmus", text.text));
    return KernelForm{text, std::make_shared<const EventStructure>(program, kUnroll)};
  };
  const KernelForm launched = formOf(kernels::launchedText(kernel));
  const kernels::KernelText byHand = kernels::expandedText(kernel);
  KernelForm expanded;
  try {
    expanded = formOf(byHand);
  } catch (const UserError& error) {
    result.failures.push_back(
        fmt::format("broken law: {}: it cannot be read: {}\n{}", kLaunchLaw, error.what(), byHand.text));
    return;
  }
  for (const Model& model : models_) {
    if (!applies(model, launched.structure->program()) || !applies(model, expanded.structure->program())) {
      continue;
    }
    const EngineAnswer answer = answerOfOne(launched.structure, model);
    if (model.name == "sc") {
      compareWithInterleavings(kernel, launched, answer, result);
    }
    const EngineAnswer other = answerOfOne(expanded.structure, model);
    const std::string d = differenceOfForms(kernel, {launched.structure->program(), launched.text, answer},
                                            {expanded.structure->program(), expanded.text, other});
    if (!d.empty()) {
      result.failures.push_back(fmt::format("broken law: {}, under {}:\n{}", kLaunchLaw, model.name, d));
    }
  }
  ++lawCounts_[kLaunchLaw];
}

void DifferentialSession::compareWithInterleavings(const kernels::Kernel& kernel, const KernelForm& launched,
                                                   const EngineAnswer& answer, TestResult& result) {
  const kernels::Interleavings all = kernels::interleavingsOf(kernel, kUnroll, kMostStates);
  if (!all.complete) {
    return;
  }
  ++lawCounts_[kInterleavingLaw];
  const std::string d =
      differenceToInterleavings(kernel, {launched.structure->program(), launched.text, answer}, all);
  if (!d.empty()) {
    result.failures.push_back(fmt::format("broken law: {}:\n{}", kInterleavingLaw, d));
  }
}

TestResult DifferentialSession::limited(const std::string& litmus,
                                        const std::function<void(TestResult&)>& compare) {
  TestResult result;
  result.litmus = litmus;
  deadline_ = Deadline::after(secondsEach_);
  try {
    compare(result);
  } catch (const OutOfTime&) {
    result.abandoned = true;
  } catch (const UserError& e) {
    // A limit of the inference of values, which few kernels exceed.
    result.abandoned = std::string(e.what()).find("too many possible values") != std::string::npos;
    if (!result.abandoned) {
      result.failures.push_back(std::string("exception: ") + e.what());
    }
  } catch (const std::exception& e) {
    result.failures.push_back(std::string("exception: ") + e.what());
  }
  return result;
}

TestResult DifferentialSession::runPlain(std::uint64_t seed, const std::string& litmus) {
  return runPlain(seed, litmus, *reference_, kUnroll);
}

TestResult DifferentialSession::runWait(std::uint64_t seed, const std::string& litmus) {
  return runPlain(seed, litmus, *explicit_, kUnrollWaits);
}

TestResult DifferentialSession::runPlain(std::uint64_t seed, const std::string& litmus, Engine& counts,
                                         unsigned unroll) {
  constexpr unsigned kModels = 3;
  return limited(litmus, [&](TestResult& result) {
    const auto program = parseLitmus(std::make_shared<Source>("random.litmus", litmus));
    std::vector<const Model*> applicable;
    for (const Model& model : models_) {
      if (program->notForModels.empty() && applies(model, *program)) {
        applicable.push_back(&model);
      }
    }
    Random random(seed);
    for (unsigned i = 0; i < kModels && !applicable.empty(); ++i) {
      const auto chosen = applicable.begin() + static_cast<std::ptrdiff_t>(random.below(applicable.size()));
      checkPlain(program, **chosen, counts, unroll, result);
      applicable.erase(chosen);
    }
    if (randomModels_ > 0 && program->notForModels.empty()) {
      const std::uint64_t number = random.below(randomModels_);
      Model model = test::randomCat(number);
      model.name = fmt::format("the random model {}", number);
      checkPlain(program, model, counts, unroll, result);
    }
  });
}

namespace {

/// What a model says, with a mistake in it.
class PlantedOrder final : public OrderUnderModel {
 public:
  PlantedOrder(OrderUnderModel& right, PlantedRule planted) : right_(right), planted_(planted) {}

  bool barrierOrders(const Instruction& barrier, const Barrier& meeting, const MemoryLocation& location,
                     const RelaxedAccesses& relaxed) override {
    return planted_ == PlantedRule::Barriers || right_.barrierOrders(barrier, meeting, location, relaxed);
  }
  bool looksAtControl() const override { return planted_ != PlantedRule::Control && right_.looksAtControl(); }
  bool updatesCommute(const Instruction& update, const std::vector<ThreadId>& threads,
                      const MemoryLocation& location) override {
    return planted_ == PlantedRule::Updates || right_.updatesCommute(update, threads, location);
  }
  bool orderNothing(const RelaxedAccesses& relaxed, const std::vector<ThreadId>& threads,
                    const MemoryLocation& location) override {
    return right_.orderNothing(relaxed, threads, location);
  }

 private:
  OrderUnderModel& right_;
  PlantedRule planted_;
};

}  // namespace

TestResult DifferentialSession::runSettled(const std::string& litmus, PlantedRule planted) {
  return limited(litmus, [&](TestResult& result) {
    const auto program = parseLitmus(std::make_shared<Source>("random.litmus", litmus));
    for (const Model& model : models_) {
      if (!applies(model, *program) || !Licences(model).holds(Licence::SettledMemory)) {
        continue;
      }
      const auto whole = [&](const std::shared_ptr<const Program>& of) {
        return prepared(of, kUnroll, model, deadline_, Rules::Unsettled);
      };
      AskedOrder asked(model, *program, deadline_);
      PlantedOrder order(asked, planted);
      const auto less = withoutSettled(program, order, whole, 1, deadline_);
      if (!less) {
        continue;
      }
      const PreparedTest all = whole(program);
      const EngineAnswer a = answerOf(analyse(*explicit_, all, {}), model);
      const EngineAnswer b = asWritten(less->program(), answerOf(analyse(*explicit_, *less, {}), model));
      if (a.undecided || b.undecided || !knowsAllValues(all.structure()) ||
          !knowsAllValues(less->structure())) {
        continue;
      }
      ++result.models;
      if (const auto d = difference(*program, "all", a, "settled", b)) {
        result.failures.push_back(fmt::format("settled memory under {}:\n{}", model.name, *d));
      }
    }
  });
}

TestResult DifferentialSession::runKernel(const kernels::Kernel& kernel) {
  return limited(kernels::launchedText(kernel).text,
                 [&](TestResult& result) { compareKernel(kernel, result); });
}

TestResult DifferentialSession::runText(const std::string& litmus, Profile profile) {
  return limited(litmus, [&](TestResult& result) { compareAll(litmus, profile, result); });
}

}  // namespace hrfcheck
