#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/machine/simulation_report.h"
#include "suite/property_answers.h"
#include "suite/suite_report.h"
#include "util/text.h"
#include "util/utf8.h"

namespace hrfcheck::inline suite {
namespace {

using Kind = SuiteFinding::Kind;

constexpr std::size_t kShown = 3;

std::string indented(const std::string& text) {
  std::string result = "      ";
  for (std::size_t i = 0; i < text.size(); ++i) {
    result += text[i];
    if (text[i] == '\n' && i + 1 < text.size()) {
      result += "      ";
    }
  }
  return result;
}

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

class SuiteText {
 public:
  SuiteText(const SuiteOptions& options, const SuiteResult& result, const SavedPrograms& saved)
      : options_(options), result_(result), saved_(saved) {}

  std::string run() {
    heading();
    if (options_.mutants) {
      mutants();
    } else if (options_.models.size() == 2) {
      difference();
    } else {
      properties();
    }
    undecided();
    return text_;
  }

 private:
  template <typename... Parts>
  void line(fmt::format_string<Parts...> format, Parts&&... parts) {
    text_ += fmt::format(format, std::forward<Parts>(parts)...) + "\n";
  }
  /// A property that was not looked at to the end says so in the place of its answer.
  std::string wordOf(PropertyAnswer answer) const {
    switch (answer) {
      case PropertyAnswer::Broken:
        return "VIOLATED";
      case PropertyAnswer::Interrupted:
        return fmt::format("interrupted ({} left), so far", counted(result_.piecesLeft, "piece"));
      case PropertyAnswer::Undecided:
        return fmt::format("undecided ({}), so far", counted(found(Kind::Undecided), "program"));
      case PropertyAnswer::Holds:
      case PropertyAnswer::NotShown:
      case PropertyAnswer::Vacuous:
      case PropertyAnswer::NotAsked:
        break;
    }
    return nameOf(answer);
  }
  std::uint64_t found(Kind kind) const { return result_.tally.found(kind); }

  void heading() {
    const SuiteCounts& counts = result_.tally.counts;
    line("{} ({}, {}) against {}: {}, up to {}, {}", machineName(options_.simulation),
         nameOf(options_.simulation.hierarchy), nameOf(options_.simulation.environment),
         fmt::join(options_.models, " and "), counted(options_.threads, "thread"),
         counted(options_.operations, "operation"),
         options_.locations == SuiteLocations::Any ? "two locations for all operations" : "data and a flag");
    if (options_.sample) {
      line("  sample: {} random programs (seed {}), plus every message-passing program",
           options_.sample->programs, options_.sample->seed);
    }
    if (!(options_.shard == Shard{})) {
      line("  shard {}/{}", options_.shard.number, options_.shard.of);
    }
    const bool two = options_.models.size() == 2;
    line("  {}: {} race-free{} ({:.1f} %), {} racy{}", counted(counts.programs, "program"), counts.raceFree,
         two ? " under both" : "", percent(counts.raceFree, counts.programs), counts.racy,
         two ? " under both" : "");
  }

  /// The smallest programs of a kind.
  void show(Kind kind, std::size_t most = kShown) {
    const std::vector<SuiteFinding> findings = result_.tally.findings(kind);
    for (std::size_t i = 0; i < findings.size() && i < most; ++i) {
      show(findings[i]);
    }
    if (const std::uint64_t all = found(kind); all > most && most > 1) {
      line("    and {} more", all - most);
    }
  }

  void show(const SuiteFinding& finding) {
    line("    program {}: {}", finding.number, finding.what);
    text_ += indented(finding.litmus);
    const auto file = saved_.find(finding.number);
    line("    {}",
         replayCommand(options_, finding,
                       file == saved_.end() ? fmt::format("suite-{}.litmus", finding.number) : file->second));
  }

  void properties() {
    const SuiteCounts& counts = result_.tally.counts;
    const PropertyAnswers answers = answersOf(options_, result_);
    const bool ofModel = owesModel(options_.simulation);
    line("  P1 {}: {} of {} race-free programs reach a final state that {}, {} deadlock", wordOf(answers.p1),
         found(Kind::Outside), counts.raceFree,
         ofModel ? options_.models.front() + " does not allow" : "is not SC", found(Kind::Deadlock));
    show(Kind::Outside);
    show(Kind::Deadlock);
    if (ofModel) {
      line("  P2 is not asked: {} of {} race-free programs reach every final state that {} allows",
           counts.sound, counts.raceFree, options_.models.front());
    } else {
      line("  P2 {}: {} of {} race-free programs miss some SC final state", wordOf(answers.p2),
           found(Kind::NotReached), counts.raceFree);
    }
    show(Kind::NotReached);
    if (found(Kind::Excepted) > 0) {
      line("  exempt: {} race-free programs that access a location at several scopes (HF2)",
           found(Kind::Excepted));
      show(Kind::Excepted, 1);
    }
    line("  P3 {}: {} of {} racy programs reach a final state that is not SC{}", wordOf(answers.p3),
         found(Kind::NotSc), counts.racy, found(Kind::NotSc) > 0 ? "; the smallest:" : "");
    show(Kind::NotSc, 1);
  }

  void mutants() {
    std::size_t caught = 0;
    for (const SuiteMutant& mutant : result_.mutants) {
      caught += mutant.killer ? 1 : 0;
    }
    line("  P4: disabling {} of {} rules, one at a time, violates P1; the smallest programs:", caught,
         result_.mutants.size());
    for (const SuiteMutant& mutant : result_.mutants) {
      if (mutant.killer) {
        line("  without {}:", mutant.rule);
        show(*mutant.killer);
      } else {
        line("  without {}: {}{}", mutant.rule,
             mutant.undecided ? "undecided; not detected by the programs that were decided" : "not detected",
             result_.piecesLeft > 0 ? " before the interruption" : "");
      }
    }
  }

  void difference() {
    const auto part = [&](Kind sc, Kind notSc, std::size_t model) {
      line("  P5: {} race-free under {} alone; on {} of them the machine is not SC",
           counted(found(sc) + found(notSc), "program"), options_.models[model], found(notSc));
      show(notSc);
      show(sc, 1);
    };
    part(Kind::OnlyFirst, Kind::OnlyFirstNotSc, 0);
    part(Kind::OnlySecond, Kind::OnlySecondNotSc, 1);
  }

  void undecided() {
    if (found(Kind::Undecided) > 0) {
      line("  undecided: {}", counted(found(Kind::Undecided), "program"));
      show(Kind::Undecided, SuiteTally::kMostKept);
    }
    if (result_.piecesLeft > 0) {
      line("  interrupted: {} of the corpus not run", counted(result_.piecesLeft, "piece"));
    }
  }

  const SuiteOptions& options_;
  const SuiteResult& result_;
  const SavedPrograms& saved_;
  std::string text_;
};

}  // namespace

std::string replayCommand(const SuiteOptions& options, const SuiteFinding& finding, const std::string& file) {
  const SimulationOptions& machine = options.simulation;
  std::string command = fmt::format("hrfcheck simulate {} --machine {} --hierarchy {} --env {}", file,
                                    machine.described != nullptr ? machine.describedBy : machine.machine,
                                    nameOf(machine.hierarchy), nameOf(machine.environment));
  for (const std::string& rule : machine.with) {
    if (rule != finding.rule) {
      command += " --with " + rule;
    }
  }
  for (const std::string& rule : machine.without) {
    command += " --without " + rule;
  }
  if (!finding.rule.empty()) {
    command += " --without " + finding.rule;
  }
  const bool second = finding.kind == Kind::OnlySecond || finding.kind == Kind::OnlySecondNotSc;
  const bool ofSc = !owesModel(machine) || finding.kind == Kind::NotSc;
  return command + fmt::format(" --against {}{}", second ? options.models.back() : options.models.front(),
                               ofSc ? " --sc" : "");
}

std::string suiteText(const SuiteOptions& options, const SuiteResult& result, const SavedPrograms& saved) {
  // Merged results may have been written by anybody.
  return cleaned(SuiteText(options, result, saved).run(), Controls::Lines);
}

}  // namespace hrfcheck::inline suite
