#include <fmt/format.h>

#include <algorithm>

#include "frontend/c/launch/launched.h"
#include "frontend/c/lower/lower.h"
#include "frontend/columns/async_rows.h"
#include "frontend/columns/barrier_operands.h"
#include "frontend/columns/named_parts.h"
#include "frontend/cpp/as_c.h"
#include "frontend/launch/kernel_text.h"
#include "frontend/launch/reached_code.h"
#include "frontend/launch/test_launcher.h"
#include "frontend/litmus.h"
#include "frontend/llvm/llvm.h"
#include "frontend/preprocess/preprocess.h"
#include "frontend/ptx/ptx.h"
#include "frontend/sections.h"
#include "frontend/shared/declare.h"
#include "frontend/shared/finish.h"
#include "frontend/shared/placement.h"
#include "frontend/shared/text/lexer.h"
#include "frontend/shared/text/preamble.h"
#include "frontend/spirv/spirv.h"

// A litmus test is read in the order in which it is written, but for the code: which names in it are
// locations and which are registers is known only when all of it has been seen (a location need not be
// declared), and `%wg` needs the scope tree, which may stand at the very end. So the rows are first read as
// words (rows.h), then searched for names, then, behind the last section, resolved; C functions are read as
// syntax trees (c/parse.h) and lowered (c/lower.h) at once: their parameters declare what is a location.
// Every stage goes on after a mistake; only a broken header of the table ends the reading, since nothing
// behind it could be attributed to a thread.
//
// A kernel's file is code from the first word to the last; what a litmus test says around its code stands in
// lines `//# ...`, or on the command line (launch/directives.h). A launch makes a function with threads of
// the kernel before anything is declared (c/launch_kernel.h); from then on both are read alike.

namespace hrfcheck::frontend {
namespace {

class LitmusParser {
 public:
  /// @param test of a kernel's file with several tests: which
  /// @param outcome a condition to ask about instead of the test's own, or null
  LitmusParser(const SourcePtr& source, std::string test, SourcePtr outcome, const Deadline& deadline)
      : source_(source),
        test_(std::move(test)),
        outcome_(std::move(outcome)),
        deadline_(deadline),
        program_(std::make_shared<Program>()),
        names_(*program_) {}

  std::shared_ptr<const Program> run() {
    preamble();
    try {
      body();
      if (!diagnostics_.hasErrors()) {
        dropArrivalsThatNobodyAwaits(*program_);
        checkBarriersNamedByRegisters(*program_, diagnostics_);
        checkBarrierCounts(*program_, diagnostics_);
      }
    } catch (const SyntaxFailure&) {
      // Reported below.
    }
    finish(*program_, withoutRepetition(diagnostics_));
    return program_;
  }

 private:
  void preamble() {
    dialect_ = kernelDialect(source_);
    kernelFile_ = dialect_ != nullptr;
    FileDirectives lines =
        readDirectives(source_, kernelFile_ ? Lines::All : Lines::CommandLine, diagnostics_);
    const NamedTest& test = chooseTest(lines, test_, source_);
    directives_ = lines.of(test);
    if (kernelFile_) {
      program_->name = test.name.empty() ? nameByFile(source_->name()) : test.name;
      program_->testInFile = test.name;
      requireLanguage(directives_, source_, diagnostics_);
      refuseWordsOfPtx(directives_, source_, diagnostics_);
      definitions_ = readDefinitions(directives_, source_, diagnostics_);
      readCode();
    } else {
      heading();
    }
    program_->dialect = std::string(dialect_->name);
    program_->conventions = dialect_->conventions;
    program_->source = source_;
  }

  /// The words of a kernel's file, behind the preprocessor where it needs one.
  void readCode() {
    Diagnostics lexical;
    std::optional<Preprocessed> preprocessed =
        preprocess(source_, *dialect_, definitions_, includeFolders(), lexical, deadline_);
    if (preprocessed) {
      preprocessed_ = std::move(preprocessed->text);
      tokens_ = std::move(preprocessed->tokens);
      definitions_.insert(definitions_.end(), preprocessed->constants.begin(), preprocessed->constants.end());
    } else {
      tokens_ = tokenizeCode(source_, lexical);
    }
    tokens_ = reachedCode(tokens_, {*dialect_->c, directives_, source_}, lexical, diagnostics_);
  }

  /// Only options say where files that are included may lie.
  IncludeFolders includeFolders() const {
    std::vector<std::string> folders;
    for (const Directive& line : directives_.all("include-below")) {
      folders.emplace_back(source_->slice(line.rest));
    }
    return {folders, directives_.only("include-beside") ? source_->name() : ""};
  }

  void heading() {
    Preamble preamble = readHeading(source_);
    dialect_ = &dialectOf(preamble.dialect, {source_, preamble.dialectSpan});
    readDescriptions(source_, preamble, diagnostics_);
    program_->name = preamble.name;
    program_->description = preamble.description;
    program_->keyValues = preamble.keyValues;
    tokens_ = tokenize(source_, preamble.end, dialect_->layout, diagnostics_);
  }

  void body() {
    if (dialect_->c != nullptr && dialect_->c->cpp) {
      readCpp();
    }
    TokenCursor in(source_, tokens_, diagnostics_);
    SectionReader sections(
        *program_, names_, *dialect_, [this](TokenCursor& at, const Token& word) { tree(at, word); },
        [this] { return levels(); });
    code(in);
    while (!in.atEnd()) {
      sections.read(in);
    }
    readDirected(sections, directives_, *program_, diagnostics_);
    placeThreads();
    layOut(*program_, pins_, diagnostics_);
    resolveCode();
    noteSynchronizedPairs();
    if (outcome_) {
      sections.ask(outcome_, diagnostics_);
    }
    sections.finish();
  }

  void readCpp() {
    cpp::Rewriting rewriting{source_, *dialect_->c, diagnostics_, inventedText_, kernelFile_};
    if (const auto kernel = directives_.only("kernel")) {
      rewriting.kernel = source_->slice(kernel->rest);
    }
    tokens_ = cpp::asC(rewriting, std::move(tokens_));
    inCode_ = {rewriting.kernel, rewriting.cluster, rewriting.bounds};
    unit_.calledElsewhere = std::move(rewriting.called);
  }

  void code(TokenCursor& in) {
    if (kernelFile_) {
      functions(in, {});
      if (!in.atEnd()) {
        in.fail(in.peek(), fmt::format("expected the end of the file, found {}", describe(in.peek())),
                fmt::format("apart from code, a kernel file specifies its test in lines '//# {} ...'",
                            in.peek().text));
      }
      return;
    }
    const std::vector<InitialEntry> initial = parseInitialState(in, dialect_->layout);
    secondBlock(in);
    if (dialect_->layout == Layout::Columns) {
      launcher_.emplace(source_, directives_, *dialect_, diagnostics_).refuse();
      table(in, initial);
    } else {
      functions(in, initial);
    }
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

  void functions(TokenCursor& in, std::vector<InitialEntry> initial) {
    if (!kernelFile_) {
      definitions_ = readDefinitions(directives_, source_, diagnostics_);
    }
    c::ParsedUnit parsed = c::parseUnit(in, *dialect_, {kernelFile_, definitions_});
    launcher_.emplace(source_, directives_, *dialect_, diagnostics_, inCode_).launch(parsed, initial);
    header_ = std::move(parsed.header);
    parsed.unit.calledElsewhere = std::move(unit_.calledElsewhere);
    unit_ = std::move(parsed.unit);
    enterThreads();
    if (unit_.launched) {
      for (ThreadId t = 0; t < program_->threads.size(); ++t) {
        program_->threads[t].coordinates = unit_.launched->grid.coordinatesOf(t);
      }
    }
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

  /// Where the threads are, as the end of the test says.
  void tree(TokenCursor& in, const Token& word) {
    if (dialect_->levelsFromTree) {
      named_.read(in, word, names_, program_->threads.size());
    } else {
      scopes(in, word);
    }
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
    std::vector<std::vector<ResolvedInstruction>> code(program_->threads.size());
    for (const Column& column : columns_) {
      for (const ThreadId t : column.threads) {
        const ThreadPlace place{t, ids_[t], laneOf(t)};
        code[t] = resolveRows(column.rows, place, *dialect_, names_, source_, diagnostics_);
      }
    }
    enterRows(code, *program_, ids_, diagnostics_);
    if (program_->threads.size() > code.size()) {
      program_->scopes = ScopeTree(levels(), ids_);
    }
  }

  std::uint32_t laneOf(ThreadId t) const {
    const ScopeTree& tree = program_->scopes;
    const auto& agents = tree.instances()[tree.instanceOf(t, dialect_->laneLevel)].agents;
    return static_cast<std::uint32_t>(std::ranges::find(agents, t) - agents.begin());
  }

  SourcePtr source_;
  std::string test_;
  SourcePtr outcome_;
  Deadline deadline_;
  std::shared_ptr<Program> program_;
  Names names_;
  Diagnostics diagnostics_;
  const Dialect* dialect_ = nullptr;
  bool kernelFile_ = false;
  Directives directives_;
  LaunchInCode inCode_;
  std::optional<TestLauncher> launcher_;
  std::vector<c::Definition> definitions_;
  SourcePtr preprocessed_;  ///< what tokens point to, as inventedText_
  cpp::InventedText inventedText_;
  std::vector<Token> tokens_;
  std::vector<HeaderCell> header_;
  std::vector<SynchronizedPair> synchronized_;
  std::vector<Pin> pins_;
  std::vector<Column> columns_;
  c::Unit unit_;
  std::vector<DeclaredIds> declared_;
  std::vector<std::vector<std::uint32_t>> ids_;
  bool hasTree_ = false;
  NamedParts named_;  ///< of dialects whose tests name their levels
};

}  // namespace

}  // namespace hrfcheck::frontend

namespace hrfcheck {

std::shared_ptr<const Program> parseLitmus(const SourcePtr& source, const std::string& test,
                                           const Deadline& deadline) {
  if (frontend::ptx::isPtx(source)) {
    return frontend::ptx::readPtx(source, test, nullptr, deadline);
  }
  if (frontend::llvm::isLlvm(source)) {
    return frontend::llvm::readLlvm(source, test, nullptr, deadline);
  }
  return frontend::spirv::isModule(source) ? frontend::spirv::readModule(source, test, nullptr, deadline)
                                           : frontend::LitmusParser(source, test, nullptr, deadline).run();
}

std::shared_ptr<const Program> parseLitmusAsking(const SourcePtr& source, const SourcePtr& outcome,
                                                 const std::string& test, const Deadline& deadline) {
  if (frontend::ptx::isPtx(source)) {
    return frontend::ptx::readPtx(source, test, outcome, deadline);
  }
  if (frontend::llvm::isLlvm(source)) {
    return frontend::llvm::readLlvm(source, test, outcome, deadline);
  }
  return frontend::spirv::isModule(source) ? frontend::spirv::readModule(source, test, outcome, deadline)
                                           : frontend::LitmusParser(source, test, outcome, deadline).run();
}

std::optional<frontend::KernelLaunch> kernelLaunchOf(const Program& test, const Deadline& deadline) {
  if (test.source == nullptr || test.source->module() == nullptr || !frontend::ptx::isPtx(test.source)) {
    return std::nullopt;
  }
  return frontend::ptx::launchOfPtx(test.source, test.testInFile, deadline);
}

}  // namespace hrfcheck
