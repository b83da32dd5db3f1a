#include "fronts/answer.h"

#include <fmt/format.h>

#include <algorithm>

#include "check/prepare/preparation.h"
#include "check/races/faults.h"
#include "engine/engine.h"
#include "program/expr/further_operators.h"
#include "termination/termination.h"

namespace hrfcheck::fronts {
namespace {

// Limits count candidates, clauses and states, never time: the same kernel has the same answer everywhere.
constexpr std::uint64_t kMostCandidates = 50'000;
constexpr std::uint64_t kMostClauses = 200'000;
constexpr std::size_t kMostStates = 100'000;
/// Loops of random kernels have three rounds at most.
constexpr unsigned kUnroll = 4;

Engine& engineOf(WhichEngine which) {
  static const std::unique_ptr<Engine> explicitEngine = makeExplicitEngine();
  static const std::unique_ptr<Engine> smtEngine = makeSmtEngine();
  return which == WhichEngine::Explicit ? *explicitEngine : *smtEngine;
}

/// What a reader says that it does not compute, and takes for any number.
std::string notComputed(const Program& program) {
  const auto found = std::ranges::find_if(program.warnings, [](const Diagnostic& warning) {
    return warning.message.starts_with("not computed from the values read here");
  });
  return found == program.warnings.end() ? "" : found->message;
}

/// Of an answer that depends on a number that nobody knows: whether nothing says it, or it is not computed.
Answer openAnswer(const Program& program, const std::string& why) {
  const std::string known = notComputed(program);
  return known.empty() ? Answer{Answer::Kind::Open, why} : Answer{Answer::Kind::Skipped, known};
}

/// One kernel, as one program of it names its memory.
class Words {
 public:
  Words(const Batch& batch, std::size_t kernel, Way way, const Program& program)
      : batch_(batch), kernel_(kernel), way_(way), program_(program) {}

  /// Of global memory, as bits: elements that no thread accesses are what they were.
  std::string finalState(const Outcome& outcome) const {
    std::map<std::string, std::uint64_t> values;
    for (std::size_t i = 0; i < program_.observed.size(); ++i) {
      values[program_.nameOf(program_.observed[i])] = static_cast<std::uint64_t>(outcome.values[i]);
    }
    std::string text;
    for (const kernels::Object& object : batch_.kernels()[kernel_].objects) {
      for (unsigned i = 0; !object.local && i < object.cells(); ++i) {
        const std::string name = object.elements == 0 ? object.name : fmt::format("{}[{}]", object.name, i);
        auto found = values.find(name);
        // Atomic objects are structs in CUDA C++.
        found = found == values.end() ? values.find(name + ".value") : found;
        const std::uint64_t value =
            found == values.end() ? static_cast<std::uint64_t>(object.initial[i]) : found->second;
        text += fmt::format("{}={:#x} ", name, bitsOf(value, object.type));
      }
    }
    return text;
  }

  std::string incident(const Incident& incident) const {
    switch (incident.kind) {
      case IncidentKind::BoundReached:
        return fmt::format("bound of P{}", incident.where.thread);
      case IncidentKind::BarrierDivergence:
        return fmt::format("divergence of P{} in line {}", incident.where.thread, line(incident.where));
      case IncidentKind::Fault:
        return fmt::format("fault of P{} in line {}", incident.where.thread, line(incident.where));
    }
    return "";
  }

  unsigned line(const InstructionRef& where) const {
    const Place& place = program_.threads[where.thread].instructions[where.instruction].place;
    return batch_.lineOf(kernel_, way_, place.position().line);
  }

  std::string pair(const std::string& flag, const FlagPair& pair) const {
    const unsigned one = line(pair.first);
    const unsigned other = line(pair.second);
    return fmt::format("{} of lines {} and {}", flag, std::min(one, other), std::max(one, other));
  }

 private:
  static std::uint64_t bitsOf(std::uint64_t value, kernels::IntegerType type) {
    return type.bits == 64 ? value : value & ((std::uint64_t{1} << type.bits) - 1);
  }

  const Batch& batch_;
  std::size_t kernel_;
  Way way_;
  const Program& program_;
};

Answer inWords(const Words& words, const Analysis& analysis, const PreparedTest& test) {
  Answer answer;
  for (const Outcome& outcome : analysis.outcomes) {
    if (std::ranges::any_of(outcome.values, isUnknown)) {
      return openAnswer(test.program(), "what a final state holds");
    }
    answer.finalStates.insert(words.finalState(outcome));
  }
  std::set<unsigned> faulting;
  for (const Incident& incident : analysis.incidents) {
    if (incident.kind == IncidentKind::Fault) {
      if (const auto why = whyNotKnown(incident, test.structure())) {
        return openAnswer(test.program(), *why);
      }
    }
    answer.incidents.insert(words.incident(incident));
    answer.faults |= incident.kind == IncidentKind::Fault;
    answer.diverges |= incident.kind == IncidentKind::BarrierDivergence;
    answer.cut |= incident.kind == IncidentKind::BoundReached;
    if (incident.kind == IncidentKind::Fault) {
      faulting.insert(words.line(incident.where));
    }
  }
  for (const FlagFinding& finding : analysis.flags) {
    const std::string& name = test.model().checks[finding.check].name;
    answer.flags.insert(name);
    for (const FlagPair& pair : finding.pairs) {
      answer.flags.insert(words.pair(name, pair));
      if (!faulting.contains(words.line(pair.first)) && !faulting.contains(words.line(pair.second))) {
        answer.flagsOfOtherLines.insert(words.pair(name, pair));
      }
    }
  }
  return answer;
}

}  // namespace

Answer withoutLines(Answer answer) {
  const auto cut = [](Texts& texts, std::string_view before) {
    Texts result;
    for (const std::string& text : texts) {
      result.insert(text.substr(0, text.find(before)));
    }
    texts = std::move(result);
  };
  cut(answer.flags, " of lines");
  cut(answer.flagsOfOtherLines, " of lines");
  cut(answer.incidents, " in line");
  return answer;
}

Asked::Asked(const Batch& batch, std::size_t kernel, Way way)
    : batch_(batch), kernel_(kernel), way_(way), reading_(batch.read(kernel, way)) {}

Answer Asked::under(const Model& model, WhichEngine engine) const {
  const auto& program = reading_.program;
  if (program == nullptr) {
    return {Answer::Kind::Refused, reading_.refusal};
  }
  if (!program->openValues.empty()) {
    return {Answer::Kind::Open, program->openValues};
  }
  AnalysisOptions options;
  options.candidateLimit = kMostCandidates;
  options.clauseLimit = kMostClauses;
  try {
    const PreparedTest test = Preparation(program, kUnroll).of(model);
    const Analysis analysis = engineOf(engine).analyse(test, options);
    if (analysis.undecided) {
      return {Answer::Kind::Large, *analysis.undecided};
    }
    return inWords(Words(batch_, kernel_, way_, test.program()), analysis, test);
  } catch (const UserError& error) {
    return {Answer::Kind::Large, error.what()};
  }
}

Answer Asked::progress() const {
  if (reading_.program == nullptr) {
    return {Answer::Kind::Refused, reading_.refusal};
  }
  ProgressOptions options;
  for (const char* scheduler : {"unfair", "hsa", "obe", "hsa+obe", "lobe", "weak"}) {
    options.schedulers.push_back(parseSchedulerSpec(scheduler, {}, {}));
  }
  options.mostStates = kMostStates;
  Answer answer;
  try {
    const ProgressResult result = analyseProgress(reading_.program, options);
    for (const SchedulerVerdict& verdict : result.verdicts) {
      if (verdict.answer == ProgressAnswer::Undecided) {
        if (verdict.reason == "state limit") {
          return {Answer::Kind::Large, verdict.reason};
        }
        Answer fault;
        fault.faults = true;
        return fault;
      }
      answer.finalStates.insert(fmt::format("{}: {}", textOf(verdict.scheduler, {}), nameOf(verdict.answer)));
    }
  } catch (const UserError& error) {
    return {Answer::Kind::Open, error.what()};
  }
  return answer;
}

}  // namespace hrfcheck::fronts
