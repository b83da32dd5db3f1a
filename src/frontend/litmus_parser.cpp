#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "frontend/c/lower.h"
#include "frontend/c/parse.h"
#include "frontend/columns/barrier_operands.h"
#include "frontend/columns/named_parts.h"
#include "frontend/litmus.h"
#include "frontend/print/condition_text.h"
#include "frontend/shared/condition_parser.h"
#include "frontend/shared/declare.h"
#include "frontend/shared/dialect.h"
#include "frontend/shared/lexer.h"
#include "frontend/shared/placement.h"
#include "frontend/shared/preamble.h"
#include "frontend/shared/terminates.h"
#include "program/ir/not_for_models.h"

// A litmus test is read in the order in which it is written, but for the code: which names in it are
// locations and which are registers is known only when all of it has been seen (a location need not be
// declared), and `%wg` needs the scope tree, which may stand at the very end. So the rows are first read as
// words (rows.h), then searched for names, then, behind the last section, resolved; C functions are read as
// syntax trees (c/parse.h) and lowered (c/lower.h) at once: their parameters declare what is a location.
// Every stage goes on after a mistake; only a broken header of the table ends the reading, since nothing
// behind it could be attributed to a thread.

namespace hrfcheck::frontend {
namespace {

constexpr unsigned kMaxOutcomeParts = 1000;

bool earlier(const Diagnostic& a, const Diagnostic& b) {
  return std::tie(a.place.span.begin, a.place.span.end, a.severity, a.message) <
         std::tie(b.place.span.begin, b.place.span.end, b.severity, b.message);
}

/// Threads that share a column share its mistakes.
Diagnostics withoutRepetition(const Diagnostics& diagnostics) {
  std::vector<Diagnostic> sorted = diagnostics.all();
  std::ranges::stable_sort(sorted, earlier);
  const auto repeated = [](const Diagnostic& a, const Diagnostic& b) {
    return !earlier(a, b) && !earlier(b, a);
  };
  sorted.erase(std::unique(sorted.begin(), sorted.end(), repeated), sorted.end());
  Diagnostics result;
  for (const Diagnostic& d : sorted) {
    d.severity == Severity::Error ? result.error(d.place, d.message, d.hint)
                                  : result.warning(d.place, d.message, d.hint);
  }
  return result;
}

class LitmusParser {
 public:
  /// @param outcome a condition to ask about instead of the test's own, or null
  explicit LitmusParser(const SourcePtr& source, SourcePtr outcome = nullptr)
      : source_(source),
        outcome_(std::move(outcome)),
        program_(std::make_shared<Program>()),
        names_(*program_) {}

  std::shared_ptr<const Program> run() {
    preamble();
    try {
      body();
      if (!diagnostics_.hasErrors()) {
        checkBarriersNamedByRegisters(*program_, diagnostics_);
      }
    } catch (const SyntaxFailure&) {
      // Reported below.
    }
    const Diagnostics found = withoutRepetition(diagnostics_);
    found.throwIfErrors();
    program_->notForModels = outsideModels(*program_);
    program_->warnings = found.warnings();
    validate(*program_);
    return program_;
  }

 private:
  void preamble() {
    Preamble preamble = readHeading(source_);
    dialect_ = &dialectOf(preamble.dialect, {source_, preamble.dialectSpan});
    readDescriptions(source_, preamble, diagnostics_);
    program_->name = preamble.name;
    program_->description = preamble.description;
    program_->keyValues = preamble.keyValues;
    program_->dialect = std::string(dialect_->name);
    program_->conventions = dialect_->conventions;
    program_->source = source_;
    tokens_ = tokenize(source_, preamble.end, dialect_->layout, diagnostics_);
  }

  void body() {
    TokenCursor in(source_, tokens_, diagnostics_);
    const std::vector<InitialEntry> initial = parseInitialState(in, dialect_->layout);
    secondBlock(in);
    if (dialect_->layout == Layout::Columns) {
      table(in, initial);
    } else {
      functions(in, initial);
    }
    while (!in.atEnd()) {
      section(in);
    }
    placeThreads();
    layOut(*program_, pins_, diagnostics_);
    resolveCode();
    noteSynchronizedPairs();
    if (outcome_) {
      askOutcome();
    }
    finishCondition();
  }

  /// A condition, or final values one after the other as reports list them: "1:r0=0 1:r1=2", "[x]=1;
  /// 0:r0=1;".
  void askOutcome() {
    const std::vector<Token> tokens = tokenize(outcome_, 0, Layout::Columns, diagnostics_);
    TokenCursor in(outcome_, tokens, diagnostics_);
    in.acceptWord("exists");
    ConditionPtr asked = parseCondition(in, names_);
    for (unsigned parts = 1; !in.atEnd(); ++parts) {
      if (parts > kMaxOutcomeParts) {
        in.fail(in.peek(), fmt::format("more than {} conditions", kMaxOutcomeParts));
      }
      if (in.accept(";") || in.accept(",")) {
        continue;
      }
      const std::size_t before = in.position();
      const ConditionPtr more = parseCondition(in, names_);
      if (in.position() == before) {
        in.failExpected("a condition such as 1:r0=0");
      }
      asked = std::make_shared<const Condition>(Condition{AndCondition{asked, more}});
    }
    const std::vector<StateVariable> before =
        program_->condition ? variablesOf(*program_->condition) : std::vector<StateVariable>{};
    program_->observed.insert(program_->observed.end(), before.begin(), before.end());
    program_->quantifier = Quantifier::Exists;
    program_->condition = std::move(asked);
  }

  void secondBlock(TokenCursor& in) {
    if (in.peek().isSymbol("{") && dialect_->systemSynchronizes) {
      synchronized_ = parseSystemSynchronizes(in);
    }
    if (in.peek().isSymbol("{")) {
      in.error(in.peek(), fmt::format("dialect {} has {} before the threads", dialect_->name,
                                      dialect_->systemSynchronizes ? "two blocks" : "one block"));
      while (!in.atEnd() && !in.accept("}")) {
        in.take();
      }
    }
  }

  void noteSynchronizedPairs() {
    for (const SynchronizedPair& pair : synchronized_) {
      const ThreadId last = std::max(pair.first, pair.second);
      if (last >= program_->threads.size()) {
        diagnostics_.error({source_, pair.place.span}, fmt::format("there is no thread P{}", last));
      }
      program_->systemSynchronizesWith.emplace_back(pair.first, pair.second);
    }
  }

  void table(TokenCursor& in, const std::vector<InitialEntry>& initial) {
    header_ = parseHeader(in, *dialect_);
    enterThreads();
    pins_ = declareInitialState(initial, *dialect_, names_, source_, diagnostics_);
    rows(in);
  }

  void functions(TokenCursor& in, const std::vector<InitialEntry>& initial) {
    c::ParsedUnit parsed = c::parseUnit(in, *dialect_);
    header_ = std::move(parsed.header);
    unit_ = std::move(parsed.unit);
    enterThreads();
    for (c::ThreadFunction& function : unit_.threads) {
      std::erase_if(function.threads, [&](ThreadId t) { return t >= program_->threads.size(); });
    }
    for (const Token& name : parsed.doubtful) {
      names_.noteDoubtful(name.text);
    }
    checkTypes(initial);
    c::declareStructs(unit_, initial, names_, source_, diagnostics_);
    pins_ = declareInitialState(initial, *dialect_, names_, source_, diagnostics_);
    c::declareUnit(unit_, names_, source_, diagnostics_);
    c::lowerUnit(unit_, *dialect_, *program_, names_, source_, diagnostics_);
  }

  /// Types that the initial state uses are declared behind it.
  void checkTypes(const std::vector<InitialEntry>& initial) {
    std::vector<std::string> known;
    for (const c::Struct& declared : unit_.structs) {
      known.emplace_back(declared.name.text);
    }
    for (const c::Typedef& declared : unit_.typedefs) {
      known.emplace_back(declared.name.text);
    }
    for (const InitialEntry& entry : initial) {
      const auto* location = std::get_if<LocationEntry>(&entry);
      if (location != nullptr && location->typeName &&
          std::ranges::find(known, location->typeName->text) == known.end()) {
        diagnostics_.error({source_, location->typeName->span},
                           fmt::format("unknown type '{}'", location->typeName->text),
                           didYouMean(location->typeName->text, known));
      }
    }
  }

  void enterThreads() {
    std::size_t threads = 0;
    for (const HeaderCell& cell : header_) {
      threads += cell.threads.size();
      columns_.push_back({cell.threads, {}});
    }
    for (Column& column : columns_) {
      std::erase_if(column.threads, [&](ThreadId t) { return t >= threads; });
    }
    declared_.assign(threads, DeclaredIds(dialect_->levels.size()));
    for (ThreadId t = 0; t < threads; ++t) {
      program_->threads.push_back({fmt::format("P{}", t), {}, {}, {}});
    }
    for (const HeaderCell& cell : header_) {
      for (const ThreadId t : cell.threads) {
        if (t < threads) {
          declared_[t] = cell.ids;
        }
      }
    }
  }

  void rows(TokenCursor& in) {
    std::vector<std::vector<RowInstruction>> rows =
        parseRows(in, columns_.size(), dialect_->readCell, dialect_->sections);
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      columns_[c].rows = std::move(rows[c]);
    }
    collectNames(columns_, *dialect_, names_, source_, diagnostics_);
  }

  /// One of the parts behind the program. A mistake costs the rest of that part.
  void section(TokenCursor& in) {
    const Token word = in.peek();
    try {
      if (!atSection(in, dialect_->sections)) {
        in.failExpected("the end of the test or one of " + commaList(knownSections()));
      }
      in.take();
      sectionBody(in, word);
      in.accept(";");
    } catch (const SyntaxFailure&) {
      while (!in.atEnd() && !(in.peek().firstOnLine && atSection(in, dialect_->sections))) {
        in.take();
      }
    }
  }

  std::vector<std::string> knownSections() const {
    std::vector<std::string> words = sectionWords();
    words.insert(words.end(), dialect_->sections.begin(), dialect_->sections.end());
    std::ranges::sort(words);
    return words;
  }

  void sectionBody(TokenCursor& in, const Token& word) {
    if (word.isSymbol("~")) {
      in.take();
      condition(in, word, Quantifier::NotExists);
    } else if (word.text == "exists") {
      condition(in, word, Quantifier::Exists);
    } else if (word.text == "forall") {
      condition(in, word, Quantifier::Forall);
    } else if (word.text == "filter") {
      once(in, word, program_->filter != nullptr);
      program_->filter = parseCondition(in, names_);
    } else if (word.text == "locations") {
      once(in, word, hasLocations_);
      hasLocations_ = true;
      program_->observed = parseLocations(in, names_);
    } else if (word.text == "terminates") {
      parseTerminates(in, levels(), program_->terminates);
    } else if (dialect_->levelsFromTree) {
      named_.read(in, word, names_, program_->threads.size());
    } else {
      scopes(in, word);
    }
  }

  static void once(TokenCursor& in, const Token& word, bool already) {
    if (already) {
      in.error(word, fmt::format("a second '{}'", word.text));
    }
  }

  void condition(TokenCursor& in, const Token& word, Quantifier quantifier) {
    if (program_->condition != nullptr) {
      in.error(word, "a second condition: a test has one of exists, ~exists, forall");
    }
    program_->quantifier = quantifier;
    program_->condition = parseCondition(in, names_);
  }

  void scopes(TokenCursor& in, const Token& word) {
    const bool placed = std::ranges::any_of(header_, &HeaderCell::placed);
    if (placed || hasTree_) {
      in.error(word,
               placed ? "the threads are placed twice: in the header and in a tree" : "a second scope tree");
    }
    hasTree_ = true;
    in.accept(":");
    const std::vector<DeclaredIds> tree = parseScopeTrees(in, *dialect_, program_->threads.size());
    declared_ = placed ? declared_ : tree;
  }

  void placeThreads() {
    ids_ = completeIds(declared_, *dialect_);
    if (!named_.place(*program_)) {
      program_->scopes = ScopeTree(levels(), ids_);
    }
  }

  std::vector<std::string> levels() const {
    return named_.levels().value_or(
        std::vector<std::string>(dialect_->levels.begin(), dialect_->levels.end()));
  }

  void resolveCode() {
    if (dialect_->layout == Layout::Functions) {
      c::checkPlacement(unit_, *program_, names_, diagnostics_);
      return;
    }
    for (const Column& column : columns_) {
      for (const ThreadId t : column.threads) {
        const ThreadPlace place{t, ids_[t], laneOf(t)};
        program_->threads[t].instructions =
            resolveColumn(column.rows, place, *dialect_, names_, source_, diagnostics_);
      }
    }
  }

  std::uint32_t laneOf(ThreadId t) const {
    const ScopeTree& tree = program_->scopes;
    const auto& agents = tree.instances()[tree.instanceOf(t, dialect_->laneLevel)].agents;
    return static_cast<std::uint32_t>(std::ranges::find(agents, t) - agents.begin());
  }

  void finishCondition() {
    if (program_->condition == nullptr) {
      program_->condition = std::make_shared<const Condition>(Condition{TrueCondition{}});
    }
    program_->conditionText = conditionText(*program_->condition, *program_);
    std::vector<StateVariable>& observed = program_->observed;
    const std::vector<StateVariable> mentioned = variablesOf(*program_->condition);
    observed.insert(observed.end(), mentioned.begin(), mentioned.end());
    if (observed.empty() && !hasLocations_) {
      observeEverything();
    }
    std::ranges::sort(observed);
    observed.erase(std::unique(observed.begin(), observed.end()), observed.end());
  }

  void observeEverything() {
    program_->observedByDefault = true;
    for (ThreadId t = 0; t < program_->threads.size(); ++t) {
      for (RegisterId r = 0; r < program_->threads[t].registers.size(); ++r) {
        if (names_.isWritten(t, r)) {
          program_->observed.push_back({t, r, kNoLocation});
        }
      }
    }
    for (LocationId l = 0; l < program_->locations.size(); ++l) {
      program_->observed.push_back({kNoThread, 0, l});
    }
  }

  SourcePtr source_;
  SourcePtr outcome_;
  std::shared_ptr<Program> program_;
  Names names_;
  Diagnostics diagnostics_;
  const Dialect* dialect_ = nullptr;
  std::vector<Token> tokens_;
  std::vector<HeaderCell> header_;
  std::vector<SynchronizedPair> synchronized_;
  std::vector<Pin> pins_;
  std::vector<Column> columns_;
  c::Unit unit_;
  std::vector<DeclaredIds> declared_;
  std::vector<std::vector<std::uint32_t>> ids_;
  bool hasLocations_ = false;
  bool hasTree_ = false;
  NamedParts named_;  ///< of dialects whose tests name their levels
};

}  // namespace

}  // namespace hrfcheck::frontend

namespace hrfcheck {

std::shared_ptr<const Program> parseLitmus(const SourcePtr& source) {
  return frontend::LitmusParser(source).run();
}

std::shared_ptr<const Program> parseLitmusAsking(const SourcePtr& source, const SourcePtr& outcome) {
  return frontend::LitmusParser(source, outcome).run();
}

}  // namespace hrfcheck
