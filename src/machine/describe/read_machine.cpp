#include "machine/describe/read_machine.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>

#include "machine/describe/every_site.h"
#include "machine/describe/machine_line.h"
#include "machine/describe/machine_words.h"
#include "machine/describe/read_protocol.h"
#include "machine/rules/machine_kinds.h"
#include "util/characters.h"

namespace hrfcheck::inline machine {
namespace {

class MachineReader {
 public:
  MachineReader(const SourcePtr& source, const std::function<const MachineKind*(const std::string&)>& known)
      : source_(source), known_(known) {}

  MachineKind read() {
    for (std::uint32_t number = 1; source_->lineStart(number) < source_->text().size(); ++number) {
      try {
        MachineLine line(source_, number);
        if (!line.empty()) {
          take(line);
        }
      } catch (const UserError& error) {
        note(error);
      }
    }
    mistakes_.throwIfErrors();
    checkAll();
    mistakes_.throwIfErrors();
    return std::move(kind_);
  }

 private:
  using Key = void (MachineReader::*)(MachineLine&);
  struct KeyRow {
    const char* name;
    Key key;
    bool once;  ///< a file has it once
  };
  static constexpr std::size_t kKeys = 16;
  static const std::array<KeyRow, kKeys>& keys();

  void note(const UserError& error) {
    for (const Diagnostic& d : error.diagnostics()) {
      mistakes_.error(d.place, d.message, d.hint);
    }
  }

  void take(MachineLine& line) {
    if (clause_ && readsStep(line)) {
      return;
    }
    const auto found = std::ranges::find_if(
        keys(), [&](const KeyRow& row) { return !line.first().quoted && row.name == line.first().text; });
    if (found == keys().end()) {
      unknownKey(line.first());
    }
    if (given_.empty() && found->key != &MachineReader::machine) {
      given_["machine"] = line.number();  // so that this is said once
      throw UserError(line.first().place, "a machine file begins with 'machine NAME'");
    }
    if (found->once) {
      giveOnce(line.first());
    }
    line.takes(found->name);
    (this->*found->key)(line);
    line.end();
  }

  [[noreturn]] void unknownKey(const MachineLine::Word& word) const {
    std::vector<std::string> names;
    for (const KeyRow& row : keys()) {
      names.emplace_back(row.name);
    }
    if (clause_) {
      const std::vector<std::string> steps = stepNames();
      names.insert(names.end(), steps.begin(), steps.end());
    }
    unknownWord(word, clause_ ? "step or key" : "key", names);
  }

  void giveOnce(const MachineLine::Word& word) {
    const std::uint32_t number = word.place.position().line;
    const auto [it, fresh] = given_.try_emplace(word.text, number);
    if (!fresh) {
      throw UserError(word.place,
                      fmt::format("'{}' is given twice; it is in line {}, too", word.text, it->second));
    }
  }

  void machine(MachineLine& line) {
    const MachineLine::Word& name = line.take("a name");
    const bool good = std::ranges::all_of(
        name.text, [](unsigned char c) { return isLetterOrDigit(c) || c == '-' || c == '_' || c == '.'; });
    if (!good || name.text.empty() || name.quoted) {
      throw UserError(name.place,
                      "a machine's name is one word of letters, digits, hyphens, underscores and dots");
    }
    place_ = line.place();
    kind_.name = name.text;
    kind_.title = "described by " + source_->name();
    std::ranges::replace(kind_.title, '"', '\'');
  }

  void like(MachineLine& line) {
    if (given_.size() > 2 || !rules_.empty() || ownHierarchies_ || ownProtocol_) {
      throw UserError(line.place(), "'like' comes right after 'machine', as the lines that follow change it");
    }
    const MachineLine::Word& name = line.take("the name of a machine");
    const MachineKind* const base = known_(name.text);
    if (base == nullptr) {
      throw UserError(name.place, fmt::format("there is no machine '{}'", name.text),
                      "`hrfcheck simulate --list` lists them");
    }
    const std::string own = kind_.name, title = kind_.title;
    kind_ = *base;
    kind_.name = own;
    kind_.title = title;
    like_ = true;
  }

  std::string takeText(MachineLine& line) const {
    const MachineLine::Word& word = line.take("a text in quotes");
    if (!word.quoted || word.text.empty()) {
      throw UserError(word.place, "a text must be in quotes");
    }
    return word.text;
  }

  void title(MachineLine& line) { kind_.title = takeText(line); }
  void sourceText(MachineLine& line) { kind_.source = takeText(line); }
  void model(MachineLine& line) {
    const MachineLine::Word& name = line.take("the name of a model");
    if (name.quoted) {
      throw UserError(name.place, "the name of a model is one word, without quotes");
    }
    kind_.model = name.text;
  }

  void with(MachineLine& line) { rules(line, true); }
  void without(MachineLine& line) { rules(line, false); }

  void rules(MachineLine& line, bool on) {
    do {
      const MachineLine::Word& word = takeRule(line);
      const auto [it, fresh] = rules_.try_emplace(word.text, line.number(), on);
      if (!fresh) {
        throw UserError(
            word.place,
            fmt::format("the rule '{}' is {} in line {}", word.text,
                        it->second.second ? "enabled" : "disabled", it->second.first),
            it->second.second == on ? "once is enough" : "a machine either has a rule or does not");
      }
      kind_.rules.set(ruleNamed(word.text), on);
    } while (line.more());
  }

  void hierarchy(MachineLine& line) {
    closeHierarchy();
    clause_ = nullptr;
    if (!ownHierarchies_) {
      kind_.hierarchies.clear();
      ownHierarchies_ = true;
    }
    hierarchyPlace_ = line.place();
    const MachineLine::Word& word = line.take("h2, h3, h5 or any");
    const std::optional<Hierarchy> hierarchy = valueNamed(kHierarchyNames, word.text);
    const std::vector<MachineKind::HierarchyShape> others = kind_.hierarchies;
    kind_.hierarchies.push_back({hierarchy, {}});  // also of a mistaken one: its lines are read on
    openHierarchy_ = true;
    if (!hierarchy && word.text != "any") {
      unknownWord(word, "hierarchy", {"h2", "h3", "h5", "any"});
    }
    for (const MachineKind::HierarchyShape& other : others) {
      if (other.hierarchy == hierarchy || !other.hierarchy || !hierarchy) {
        throw UserError(word.place, other.hierarchy == hierarchy
                                        ? fmt::format("the hierarchy '{}' is given twice", word.text)
                                        : "'any' stands for every hierarchy, so no other may be given");
      }
    }
  }

  LevelWords levels() const { return levelWords(kind_.tests); }

  TreeShape& openShape(const MachineLine& line) {
    if (!openHierarchy_) {
      throw UserError(line.first().place, fmt::format("'{}' belongs to a hierarchy", line.first().text),
                      "begin with 'hierarchy h2', h3, h5 or any; 'memory NAME' ends it");
    }
    return kind_.hierarchies.back().shape;
  }

  void level(MachineLine& line, bool buffer) {
    TreeShape& shape = openShape(line);
    const MachineLine::Word levelWord = line.more() ? line.peek() : line.first();
    TreeShape::Level made{takeLevel(line, levels()), line.take("a name").text, buffer};
    if (made.level + 1 == levels().size()) {
      throw UserError(levelWord.place, fmt::format("the memory is the level {}", levels().back()));
    }
    if (!shape.levels.empty() && shape.levels.back().level >= made.level) {
      throw UserError(levelWord.place, "levels are listed from inner to outer, each once");
    }
    if (buffer && !shape.levels.empty()) {
      throw UserError(line.first().place, "a write buffer is the innermost level");
    }
    if (!buffer && line.more()) {
      const MachineLine::Word& policy = line.take("a policy");
      const auto known = valueNamed(kPolicyWords, policy.text);
      if (!known) {
        unknownWord(policy, "policy", {"write-back", "write-through", "write-evict", "ownership"});
      }
      made.policy = *known;
    }
    shape.levels.push_back(std::move(made));
  }

  void cache(MachineLine& line) { level(line, false); }
  void buffer(MachineLine& line) { level(line, true); }
  void memory(MachineLine& line) {
    TreeShape& shape = openShape(line);
    openHierarchy_ = false;
    shape.rootName = line.take("a name").text;
  }

  void closeHierarchy() {
    if (openHierarchy_) {
      openHierarchy_ = false;
      mistakes_.error(hierarchyPlace_, "this hierarchy has no memory", "it ends with 'memory NAME'");
    }
  }

  void on(MachineLine& line) {
    if (!ownProtocol_) {
      kind_.protocol.clear();
      ownProtocol_ = true;
    }
    kind_.protocol.emplace_back();
    clause_ = &kind_.protocol.back();  // also of a mistaken one: its steps are read on
    *clause_ = readClause(line, levels());
  }

  /// Whether the line is a step of the open clause, or its refusal.
  bool readsStep(MachineLine& line) {
    const bool refuses = line.takes("refuse");
    if ((refuses && !clause_->steps.empty()) || !clause_->refusal.empty()) {
      if (refuses || valueNamed(kStepWords, line.first().text)) {
        throw UserError(line.first().place, "a clause has steps, or it refuses");
      }
      return false;
    }
    if (refuses) {
      clause_->refusal = takeText(line);
      line.end();
      return true;
    }
    const std::optional<ProtocolStep> step = readStep(line, levels());
    if (step) {
      clause_->steps.push_back(*step);
    }
    return step.has_value();
  }

  bool choose(MachineLine& line, const char* no, const char* yes) const {
    const MachineLine::Word& word = line.take(fmt::format("'{}' or '{}'", no, yes));
    if (word.text != no && word.text != yes) {
      unknownWord(word, "choice", {no, yes});
    }
    return word.text == yes;
  }

  void queues(MachineLine& line) { kind_.queuesReorder = choose(line, "in-order", "reorder"); }
  void scopes(MachineLine& line) { kind_.ignoresScopes = choose(line, "kept", "ignored"); }
  void tests(MachineLine& line) {
    testsPlace_ = line.place();
    const MachineLine::Word& word = line.take("whose tests it executes");
    const auto tests = valueNamed(kTestsWords, word.text);
    if (!tests) {
      unknownWord(word, "choice", {"hsa", "amdgpu", "every-dialect"});
    }
    const bool sameLevels = (*tests == MachineTests::Amdgpu) == (kind_.tests == MachineTests::Amdgpu);
    if (!sameLevels && (!kind_.hierarchies.empty() || !kind_.protocol.empty())) {
      throw UserError(testsPlace_,
                      "'tests' comes before hierarchies and clauses, as it says whose levels they name");
    }
    kind_.tests = *tests;
  }
  void suites(MachineLine& line) {
    kind_.components = kind_.mixedScopes = false;
    do {
      (choose(line, "components", "mixed-scopes") ? kind_.mixedScopes : kind_.components) = true;
    } while (line.more());
  }

  void checkAll() {
    closeHierarchy();
    if (given_.empty()) {
      mistakes_.error({source_, {0, 0}}, "a machine file begins with 'machine NAME'");
      return;
    }
    if (kind_.hierarchies.empty()) {
      mistakes_.error(place_, "the machine has no hierarchy",
                      "such as: hierarchy h2, cache wg L1, memory L2");
    }
    if (kind_.protocol.empty()) {
      mistakes_.error(place_, "the machine does not define what any instruction does",
                      "such as: on ordinary");
    }
    const bool caches = std::ranges::any_of(
        kind_.hierarchies, [](const auto& hierarchy) { return !hierarchy.shape.levels.empty(); });
    if (kind_.tests == MachineTests::EveryDialect && caches) {
      mistakes_.error(
          testsPlace_.known() ? testsPlace_ : place_,
          "a machine with caches supports the scopes of one dialect",
          "write 'tests hsa' or 'tests amdgpu'; 'every-dialect' is for machines that consist of a memory only");
    }
    std::vector<std::string> missing;
    for (const MachineRule& rule : machineRules()) {
      if (!like_ && rule.concerns(kind_.tests) && rules_.count(rule.name) == 0) {
        missing.push_back(rule.name);
      }
    }
    if (!missing.empty()) {
      mistakes_.error(
          place_,
          fmt::format("the machine does not specify whether it has {} {}",
                      missing.size() == 1 ? "the rule" : "these rules:", fmt::join(missing, ", ")),
          "list each after 'with' or 'without'; 'like NAME' takes them from another machine");
    }
    if (!mistakes_.hasErrors()) {
      for (const Diagnostic& d : mistakesIn(kind_)) {
        mistakes_.error(d.place, d.message, d.hint);
      }
    }
  }

  SourcePtr source_;
  const std::function<const MachineKind*(const std::string&)>& known_;
  Diagnostics mistakes_;
  MachineKind kind_;
  std::map<std::string, std::uint32_t> given_;                   ///< keys, with their lines
  std::map<std::string, std::pair<std::uint32_t, bool>> rules_;  ///< named here: the line, and whether on
  bool like_ = false, ownHierarchies_ = false, ownProtocol_ = false;
  bool openHierarchy_ = false;
  Place place_;  ///< of `machine NAME`
  Place testsPlace_;
  Place hierarchyPlace_;
  ProtocolClause* clause_ = nullptr;  ///< that steps belong to
};

const std::array<MachineReader::KeyRow, MachineReader::kKeys>& MachineReader::keys() {
  static const std::array<KeyRow, kKeys> rows = {{{"machine", &MachineReader::machine, true},
                                                  {"like", &MachineReader::like, true},
                                                  {"title", &MachineReader::title, true},
                                                  {"source", &MachineReader::sourceText, true},
                                                  {"model", &MachineReader::model, true},
                                                  {"tests", &MachineReader::tests, true},
                                                  {"suites", &MachineReader::suites, true},
                                                  {"queues", &MachineReader::queues, true},
                                                  {"scopes", &MachineReader::scopes, true},
                                                  {"with", &MachineReader::with, false},
                                                  {"without", &MachineReader::without, false},
                                                  {"hierarchy", &MachineReader::hierarchy, false},
                                                  {"cache", &MachineReader::cache, false},
                                                  {"buffer", &MachineReader::buffer, false},
                                                  {"memory", &MachineReader::memory, false},
                                                  {"on", &MachineReader::on, false}}};
  return rows;
}

}  // namespace

MachineKind readMachine(const SourcePtr& source,
                        const std::function<const MachineKind*(const std::string&)>& known) {
  return MachineReader(source, known).read();
}

}  // namespace hrfcheck::inline machine
