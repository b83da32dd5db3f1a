#include "report/text/text_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cat/licence/rule_words.h"
#include "check/check.h"
#include "check/notes.h"
#include "check/races/annotation_edit.h"
#include "check/races/race_groups.h"
#include "program/ir/program.h"
#include "report/race_row.h"
#include "report/text/fix_text.h"
#include "report/text/shown_file.h"
#include "report/text/text_layout.h"
#include "report/text/verdict_text.h"
#include "util/mapped.h"

namespace hrfcheck::inline report {
namespace {

std::string licenceWords(const std::optional<Licence>& licence) {
  return licence ? nameOf(*licence) : "the model's requirements";
}

void addUnlessThere(std::vector<std::string>& texts, std::string text) {
  if (std::ranges::find(texts, text) == texts.end()) {
    texts.push_back(std::move(text));
  }
}

/// The rules that left something out of a test, and the property of the model that licenses each: "last
/// iterations of spin loops (deletion), interchangeable threads (renaming)". "none (--plain)" where none may;
/// empty where none did.
std::string rulesText(const Verdict& verdict) {
  if (verdict.plain) {
    return "none (--plain)";
  }
  std::vector<std::string> texts;
  for (const Reason& reason : verdict.reasons) {
    addUnlessThere(texts, fmt::format("{} ({})", whatIsLeft(reason.rule), licenceWords(reason.licence)));
  }
  if (verdict.symmetric) {
    texts.push_back(
        fmt::format("{} ({})", whatIsLeft(LeavingOutRule::AlikeThreads), nameOf(Licence::Renaming)));
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

/// What licenses that few iterations of a loop are looked at: "deletion", "deletion; updates hand on".
std::string licenceText(const Verdict& verdict, InstructionRef loop) {
  std::vector<std::string> texts;
  for (const Reason& reason : verdict.reasons) {
    if (reason.where == loop) {
      addUnlessThere(texts, licenceWords(reason.licence));
    }
  }
  return fmt::format("{}", fmt::join(texts, "; "));
}

/// Of an instruction that stands before its scope.
constexpr std::size_t kWidestText = 60;

class TextReport {
 public:
  TextReport(const Verdict& verdict, const TextOptions& options)
      : verdict_(verdict), program_(*verdict.program), options_(options), paint_{options.colour} {}

  std::string header(const std::vector<std::string>& models) {
    const std::string file = shownFile(program_);
    const std::string which = models.size() == 1 ? models[0] : fmt::format("{} models", models.size());
    line("{}  ·  {}  ·  {}", paint_.strong(file), which,
         paintedHeadline(verdict_, headline(verdict_), paint_));
    if (models.size() > 1) {
      out_ += wrapped(models, "  ");
    }
    return std::move(out_);
  }

  std::string body() {
    races();
    otherFlags();
    faults();
    outcomes();
    condition();
    assumptions();
    notes();
    statistics();
    rules();
    return std::move(out_);
  }

 private:
  template <typename... Args>
  void line(fmt::format_string<Args...> text, Args&&... args) {
    out_ += trimmed(fmt::format(text, std::forward<Args>(args)...)) + "\n";
  }

  void races() {
    if (verdict_.racy && verdict_.races.empty()) {
      line("");
      line("  {}", paint_.bad(kRaceLabel));
    }
    if (!verdict_.races.empty()) {
      line("");
    }
    for (const RaceGroup& group : raceGroups(verdict_)) {
      const Race& race = verdict_.races[group.races.front()];
      if (race.followsFrom) {
        follower(race);
        otherPairs(group);
      } else {
        explained(race, group);
      }
    }
  }

  /// The pairs of a group that are not written out.
  void otherPairs(const RaceGroup& group) {
    constexpr std::size_t kMostNamed = 5;
    if (group.races.size() < 2) {
      return;
    }
    std::vector<std::string> names;
    for (std::size_t i = 1; i < std::min(group.races.size(), kMostNamed + 1); ++i) {
      names.push_back(pairName(verdict_.races[group.races[i]]));
    }
    const Race& first = verdict_.races[group.races.front()];
    const bool twoLines = linesOf(program_, {first.first, first.second}).size() > 1;
    const std::size_t more = group.races.size() - 1;
    line("    and {} more {} of th{}: {}{}", more, more == 1 ? "pair" : "pairs",
         twoLines ? "ese lines" : "is line", fmt::join(names, ", "), more > names.size() ? " ..." : "");
  }

  std::string pairName(const Race& race) const {
    return fmt::format("{} × {}", program_.instructionName(race.first.thread, race.first.instruction),
                       program_.instructionName(race.second.thread, race.second.instruction));
  }

  void explained(const Race& race, const RaceGroup& group) {
    const RaceRow first = raceRow(program_, race.first);
    const RaceRow second = raceRow(program_, race.second);
    const std::size_t name = std::max(first.name.size(), second.name.size());
    const std::size_t text = std::max<std::size_t>(30, std::max(first.text.size(), second.text.size()));
    const std::size_t scope = std::max(first.scope.size(), second.scope.size());
    const std::size_t place = std::max(first.place.size(), second.place.size());
    const auto row = [&](const std::string& label, const RaceRow& r) {
      if (text > kWidestText) {  // C: the code last, so that the rest stays in sight
        line("  {}   {:<{}}  {:<{}}  {}{}  {}", label, r.name, name, r.scope, scope, paint_.faint(r.place),
             std::string(place - r.place.size(), ' '), r.text);
        return;
      }
      line("  {}   {:<{}}  {:<{}}  {:<{}}  {}", label, r.name, name, r.text, text, r.scope, scope,
           paint_.faint(r.place));
    };
    row(paint_.bad(kRaceLabel), first);
    row(std::string(std::char_traits<char>::length(kRaceLabel), ' '), second);
    otherPairs(group);
    if (!race.explanation.empty()) {
      line("    not ordered: {}", race.explanation);
    }
    for (const std::string& named : namedRows(program_, race)) {
      line("      {}", named);
    }
    const auto checked = [&](bool upToBound) {
      return upToBound ? fmt::format(" (checked for {} loop iterations)", verdict_.unrollBound) : "";
    };
    if (!group.fix.empty()) {
      line("    all of them {} if {}{}", remedy(race),
           fixText(program_, namedEdits(program_, lineEditsOf(program_, group.fix))),
           checked(group.fixUpToBound));
    } else if (!race.fix.empty()) {
      line("    {}{} if {}{}", group.races.size() > 1 ? pairName(race) + " " : "", remedy(race),
           fixText(program_, namedEdits(program_, race.fix)), checked(race.fixUpToBound));
    }
  }

  void follower(const Race& race) {
    const RaceRow first = raceRow(program_, race.first);
    const RaceRow second = raceRow(program_, race.second);
    const Race& cause = verdict_.races[*race.followsFrom];
    const bool only = *race.followsFrom == 0 && (verdict_.races.size() == 1 || verdict_.races[1].ordinary);
    const std::string from =
        only ? "the pair above"
             : fmt::format("{} × {}", program_.instructionName(cause.first.thread, cause.first.instruction),
                           program_.instructionName(cause.second.thread, cause.second.instruction));
    line("  {}   {}  {}  ×  {}  {}   {}", paint_.bad(kRaceLabel), first.name, first.text, second.name,
         second.text, paint_.faint("follows from " + from));
  }

  void otherFlags() {
    for (const NamedFlag& flag : verdict_.flags) {
      if (flag.name == kRaceFlag || flag.name == kScopeFlag || flag.name == kThirdPartyFlag) {
        continue;
      }
      const FlagFinding& finding = verdict_.analysis.flags[flag.finding];
      line("");
      line("  {}   {}{}", flag.undefinedUnless ? "undefined, fails" : "flag", paint_.strong(flag.name),
           finding.pairs.empty() ? "" : ":");
      for (std::size_t i = 0; i < finding.pairs.size(); ++i) {
        const FlagPair& pair = finding.pairs[i];
        line("    {}  ×  {}", placeText(program_, pair.first), placeText(program_, pair.second));
        if (i < flag.reasons.size() && !flag.reasons[i].empty()) {
          line("      not ordered: {}", flag.reasons[i]);
        }
      }
    }
  }

  void faults() {
    for (const Fault& fault : verdict_.faults) {
      line("");
      line("  {}   {}  {}", paint_.bad("error"), placeText(program_, fault.where),
           instructionAt(program_, fault.where).text);
      line("    {}", fault.explanation);
      line("    in the execution");
      for (const std::string& event : fault.execution) {
        line("      {}", event);
      }
    }
  }

  std::string outcomeText(const Outcome& outcome) const {
    std::string text;
    for (std::size_t i = 0; i < outcome.values.size(); ++i) {
      const StateVariable& v = program_.observed[i];
      text += fmt::format("{}{}={}", i == 0 ? "" : " ", program_.nameOf(v),
                          v.isRegister() ? program_.valueText(outcome.values[i])
                                         : valueText(program_, v.location, outcome.values[i]));
    }
    return text.empty() ? "(nothing is observed)" : text;
  }

  std::string outcomesTitle() const {
    const bool promised = !verdict_.racy && !verdict_.undefined;
    std::string title = promised ? "outcomes" : "outcomes of the consistent executions";
    if (verdict_.incomplete) {
      title += fmt::format(" found so far ({})", *verdict_.incomplete);
    }
    if (!promised) {
      title += fmt::format(" (not guaranteed, the {})", verdict_.racy ? "test is racy"
                                                        : verdict_.faults.empty()
                                                            ? "behaviour is undefined, see the notes"
                                                            : "behaviour is undefined, see the error");
    }
    return title;
  }

  /// What was found of a search for one final state of either kind.
  void examples() {
    line("");
    line("  final states not listed: only the condition was checked{}",
         verdict_.undefined ? ", and the behaviour is undefined, see below" : "");
    for (const Outcome& outcome : verdict_.analysis.outcomes) {
      line("    one that {}: {}", outcome.satisfiesCondition ? "satisfies it" : "does not satisfy it",
           outcomeText(outcome));
    }
    if (verdict_.analysis.outcomes.empty()) {
      line("    {}", noOutcome());
    }
  }

  std::string noOutcome() const { return verdict_.incomplete ? "none yet" : "none: " + whyVacuous(verdict_); }

  void outcomes() {
    switch (verdict_.outcomesAsked) {
      case OutcomeSearch::None:
        line("");
        line("  final states not computed");
        return;
      case OutcomeSearch::Condition:
        examples();
        return;
      case OutcomeSearch::All:
        listOutcomes();
        return;
    }
  }

  void listOutcomes() {
    line("");
    line("  {}", outcomesTitle());
    const auto& all = verdict_.analysis.outcomes;
    if (all.empty()) {
      line("    {}", noOutcome());
    }
    std::vector<std::string> texts;
    std::size_t width = 0;
    for (std::size_t i = 0; i < std::min(all.size(), options_.maxOutcomes); ++i) {
      texts.push_back(outcomeText(all[i]));
      width = std::max(width, texts.back().size());
    }
    const std::size_t columns = std::max<std::size_t>(1, kLineWidth / (width + 4));
    for (std::size_t i = 0; i < texts.size(); i += columns) {
      std::string row;
      for (std::size_t j = i; j < std::min(i + columns, texts.size()); ++j) {
        row += fmt::format("    {:<{}}", texts[j], width);
      }
      line("{}", row);
    }
    const std::uint64_t found = verdict_.analysis.outcomesFound();
    if (found > texts.size()) {
      line("    ... and {} more (--format herd lists all {})", found - texts.size(), found);
    }
  }

  void condition() {
    if (!asksCondition(program_)) {
      return;
    }
    const std::string answer = conditionAnswer(verdict_);
    const bool open =
        verdict_.observation == Observation::Undecided || verdict_.observation == Observation::Vacuous;
    const bool asked = verdict_.condition != Status::NotAsked;
    line("  {}: {}", conditionText(program_),
         open    ? paint_.doubtful(answer)
         : asked ? paint_.strong(answer)
                 : answer);
    if (program_.quantifier != Quantifier::Exists) {
      holding();
    }
  }

  void holding() {
    switch (verdict_.holding) {
      case Holding::Holds:
        line("    holds");
        return;
      case Holding::Fails:
        line("    {}", paint_.bad("does not hold"));
        return;
      case Holding::Undefined:
        line("    {}", paint_.bad(fmt::format(
                           "undefined: {}, and may end in any state",
                           verdict_.racy ? "the test is racy" : "the test's behaviour is undefined")));
        return;
      case Holding::Vacuous:
      case Holding::Undecided:
      case Holding::NotAsked:
        return;  // the answer above says so
    }
  }

  void notes() {
    for (const std::string& note : verdict_.notes) {
      line("  note: {}", note);
    }
  }

  void statistics() {
    if (!options_.statistics) {
      return;
    }
    line("  engine: {}, {:.3f} s", verdict_.engine, options_.seconds);
    line("    {:<32} {}", "events", verdict_.events);
    for (const auto& [name, count] : verdict_.analysis.statistics) {
      line("    {:<32} {}", name, count);
    }
    for (const LoopUse& loop : verdict_.loops) {
      line("    loop at {}: {}", placeText(program_, loop.head), loopText(loop));
    }
    if (!program_.passes.empty()) {
      line("    simplified by SPIRV-Tools: {}", fmt::join(program_.passes, " "));
    }
  }

  std::string loopText(const LoopUse& loop) const {
    if (!loop.spin) {
      return fmt::format("unrolled for {} iterations{}", verdict_.unrollBound,
                         loop.bounded ? fmt::format(", since {}", *loop.bounded) : "");
    }
    const std::string licence = licenceText(verdict_, loop.head);
    if (loop.earlierRounds == 0) {
      return fmt::format("a spin loop: only its last iteration matters ({})", licence);
    }
    return fmt::format("a spin loop: its last iteration and up to {} earlier ones ({})", loop.earlierRounds,
                       licence);
  }

  void rules() {
    if (const std::string text = rulesText(verdict_); !text.empty() || options_.statistics) {
      line("  rules used: {}", text.empty() ? "none" : text);
    }
  }

  void assumptions() {
    for (const std::string& assumed : verdict_.conditional) {
      line("  conditional: holds if {}", assumed);
    }
  }

  const Verdict& verdict_;
  const Program& program_;
  const TextOptions& options_;
  Paint paint_;
  std::string out_;
};

}  // namespace

std::string textReport(const Verdict& verdict, const TextOptions& options) {
  return TextReport(verdict, options).header({verdict.model}) + TextReport(verdict, options).body();
}

std::vector<std::string> groupedTextReports(const std::vector<const Verdict*>& verdicts,
                                            const TextOptions& options) {
  struct Group {
    const Verdict* first;
    std::string body;
    std::vector<std::string> models;
  };
  std::vector<Group> groups;
  for (const Verdict* verdict : verdicts) {
    std::string body = TextReport(*verdict, options).body();
    const auto same = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
      return group.body == body && headline(*group.first) == headline(*verdict);
    });
    if (same == groups.end()) {
      groups.push_back({verdict, std::move(body), {verdict->model}});
    } else {
      same->models.push_back(verdict->model);
    }
  }
  return mapped<std::string>(groups, [&](const Group& group) {
    return TextReport(*group.first, options).header(group.models) + group.body;
  });
}

}  // namespace hrfcheck::inline report
