#include "frontend/spirv/spirv.h"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/c_dialects.h"
#include "frontend/columns/dialects.h"
#include "frontend/compilers/compiler_warnings.h"
#include "frontend/compilers/definitions.h"
#include "frontend/launch/directives.h"
#include "frontend/launch/grid.h"
#include "frontend/launch/kernel_text.h"
#include "frontend/sections.h"
#include "frontend/shared/declare.h"
#include "frontend/shared/finish.h"
#include "frontend/shared/text/lexer.h"
#include "frontend/spirv/initial_memory.h"
#include "frontend/spirv/kernel/thread_writer.h"
#include "frontend/spirv/launch_values.h"
#include "frontend/spirv/module/inline_calls.h"
#include "frontend/spirv/module/listing.h"
#include "frontend/spirv/module/object_names.h"
#include "frontend/spirv/questions.h"
#include "frontend/spirv/reflection.h"
#include "frontend/spirv/translate/header_inputs.h"
#include "frontend/spirv/translate/module_translator.h"
#include "util/text.h"

// A module is assembled, validated and simplified (listing.h), then read once (module.h). What is said of its
// launch gives the threads, the sizes and values of its memory (memory.h), and the constants; then each
// thread has its code written (thread_writer.h), in which its ids are known.

namespace hrfcheck::frontend::spirv {
namespace {

constexpr std::string_view kFirstComment = "; SPIR-V";

class ModuleReader {
 public:
  /// @param open what open values are taken to be; nothing: what shows most
  ModuleReader(const SourcePtr& source, std::string test, SourcePtr outcome, const Deadline& deadline,
               std::optional<Value> open = std::nullopt)
      : source_(source),
        test_(std::move(test)),
        outcome_(std::move(outcome)),
        deadline_(deadline),
        loaded_(load(source, diagnostics_, deadline)),
        program_(std::make_shared<Program>()),
        names_(*program_) {
    open_.chosen = open;
  }

  /// What open values are taken to be; nothing where all is said.
  std::optional<Value> openNumber() const {
    return open_.empty() ? std::nullopt : std::optional(open_.number);
  }

  std::shared_ptr<Program> run() {
    try {
      body();
    } catch (const SyntaxFailure&) {
      // Reported below.
    }
    finish(*program_, diagnostics_);
    return program_;
  }

  /// As code over registers and bytes.
  std::shared_ptr<const Program> runAsWords() {
    try {
      return asWords();
    } catch (const SyntaxFailure&) {
      diagnostics_.throwIfErrors();
      throw;
    }
  }

  /// How far the module was read.
  enum class Stage { Entry, Said, Code, Questions };
  Stage stage() const { return stage_; }
  /// Whether what is said of the launch may be read in the other way.
  bool speaksWords() const {
    const auto bounds = directives_.only("out-of-bounds");
    return header_.outputs.empty() && header_.filters.empty() &&
           (!bounds || source_->slice(bounds->rest) == "error");
  }

 private:
  const Listing& listing() const { return loaded_.listing; }
  Module& module() { return loaded_.module; }

  /// The entry, without calls, and what its objects are called.
  Reflection entry() {
    directions();
    launch();
    deadline_.check();
    types_.emplace(module());
    Reflection reflection = reflectionOf(module(), *types_, *grid_);
    specializeConstants(reflection.specialized, reflection.guessed);
    types_.emplace(module());
    inlineCalls();
    deadline_.check();
    types_->add(*entry_);
    objects_.emplace(ObjectNames::Context{listing(), module(), *types_, *entry_, inlined_.copies, entryName_,
                                          reflection.names});
    return reflection;
  }

  std::shared_ptr<const Program> asWords() {
    const Reflection reflection = entry();
    failOnErrors();
    if (const std::string lines = linesOfInputs(); !lines.empty()) {
      const std::string appended = source_->text().substr(source_->fileEnd()) + "\n" + lines;
      const auto said = std::make_shared<const Source>(
          source_->name(), source_->text().substr(0, source_->fileEnd()), appended, source_->module());
      ModuleReader reader(said, test_, outcome_, deadline_);
      reader.inputsAreLines_ = true;
      return reader.runAsWords();
    }
    const LaunchedKernel launched{
        std::make_shared<const Listing>(listing()),      module(),  *point_, *entry_,
        [this](Id id) { return objects_->display(id); }, reflection};
    lowlevel::Kernel kernel = translate(launched, diagnostics_);
    kernel.grid = grid_;
    kernel.passes = loaded_.passes;
    kernel.pointeesBeginAtZero = module().isKernel() && source_->module() != nullptr;
    if (source_->module() != nullptr) {
      for (const auto& [name, number] : via::definedNumbers(source_->text())) {
        kernel.constants.insert_or_assign(std::string(name), number.value);
      }
    }
    for (const c::Definition& definition : readDefinitions(directives_, source_, diagnostics_)) {
      if (!definition.text) {
        kernel.constants.insert_or_assign(std::string(definition.name.text), definition.value.value);
      }
    }
    const lowlevel::Question question{source_,  directives_, program_->name, program_->testInFile,
                                      outcome_, deadline_};
    return lowlevel::readKernel(std::move(kernel), question, diagnostics_);
  }

  /// What lines `; @Input` say, in the words of the other way.
  std::string linesOfInputs() {
    if (inputsAreLines_ || header_.inputs.empty()) {
      return "";
    }
    ValueTypes types(module());
    return initLinesOf(
        header_, module(), types, [this](std::string_view name) { return objects_->named(name); },
        [this](Id id) { return objects_->display(id); }, [this](Id id) { return types_->typeOf(id); });
  }

  void body() {
    const Reflection reflection = entry();
    enterThreads();
    pointers_.emplace(module(), *types_, *entry_, deadline_);
    memory_.emplace(Memory::Context{module(), *types_, *pointers_, *grid_,
                                    [this](Id id) { return objects_->display(id); },
                                    [this](const Instruction& in) { return listing().placeOf(in.origin); },
                                    [this](Id id) { return listing().placeOf(listing().definitionOf(id)); },
                                    source_, names_, diagnostics_});
    stage_ = Stage::Said;
    SaidOfMemory said = SaidReader({listing(), module(), *types_, *entry_, *objects_, header_, directives_,
                                    source_, diagnostics_})
                            .run();
    if (!diagnostics_.hasErrors()) {
      stage_ = Stage::Code;
    }
    Kernel kernel = kernelWith(said);
    findOpenValues(kernel, reflection);
    said.open = open_.inputs;
    said.openNumber = open_.number;
    memory_->declare(roots(), said);
    sayOpenValues(kernel);
    failOnErrors();
    deadline_.check();
    writeThreads(kernel);
    failOnErrors();
    stage_ = Stage::Questions;
    conditions();
    layOut(*program_, {}, diagnostics_);
  }

  void failOnErrors() const {
    if (diagnostics_.hasErrors()) {
      throw SyntaxFailure{};
    }
  }

  void directions() {
    via::repeatCompilerWarnings(source_, diagnostics_);
    const FileDirectives lines = readDirectives(source_, linesOf(source_), diagnostics_);
    const NamedTest& test = chooseTest(lines, test_, source_);
    directives_ = lines.of(test);
    refuseWordsOfPtx(directives_, source_, diagnostics_);
    header_ = readHeader(listing().text(), diagnostics_);
    program_->name = test.name.empty() ? nameByFile(source_->name()) : test.name;
    program_->testInFile = test.name;
    if (module().memoryModel != spv::MemoryModel::OpenCL &&
        module().memoryModel != spv::MemoryModel::Vulkan) {
      diagnostics_.error({listing().text(), {}}, "the module's memory model is neither OpenCL nor Vulkan",
                         "compile for Vulkan 1.2 with its memory model, or for OpenCL");
      throw SyntaxFailure{};
    }
    dialect_ = module().isKernel() ? &kOpenClDialect : &kVulkanDialect;
    program_->dialect = std::string(dialect_->name);
    program_->conventions = dialect_->conventions;
    program_->conventions.ownModels = false;  // scopes and orders mean the same to models of kernels
    program_->passes = loaded_.passes;
    program_->source = source_;
  }

  /// The entry point, and how many threads execute it.
  void launch() {
    const EntryPoint& point = entryPoint();
    point_ = &point;
    entryName_ = point.name;
    entry_ = module().function(point.function);
    if (entry_ == nullptr) {
      fail({listing().text(), {}}, fmt::format("the entry point '{}' has no code", point.name));
    }
    if (const auto said = directives_.only("launch")) {
      grid_ = readGrid(source_, said->rest, diagnostics_);
    } else if (header_.config) {
      grid_.emplace();
      grid_->groups[0] = header_.config->groups;
      grid_->items[0] = header_.config->itemsPerSubGroup * header_.config->subGroupsPerGroup;
      grid_->subGroup = header_.config->itemsPerSubGroup;
    } else if (!header_.inputs.empty() || !header_.outputs.empty()) {
      grid_.emplace();  // as Dartagnan: one thread
      grid_->subGroup = 1;
    } else if (!diagnostics_.hasErrors()) {
      fail(placeOf(*entry_),
           fmt::format("kernel '{}' is not launched: it is not specified how many threads execute it",
                       point.name),
           "give the work-groups and the work-items in each: --launch 2x2 on the command line, or a line "
           "'; @Config: 1, 2, 2' in the file (work-items in a sub-group, sub-groups in a group, groups)");
    }
    if (const auto said = directives_.only("sub-group"); said && grid_) {
      grid_->subGroup = readSubGroup(source_, said->rest, diagnostics_).value_or(0);
    }
    if (const auto said = directives_.only("device"); said && grid_) {
      if (module().isKernel()) {
        grid_->onOneDevice = readOnOneDevice(source_, said->rest, *grid_, diagnostics_);
      } else {
        diagnostics_.error({source_, said->all()}, "Vulkan's memory model knows one device");
      }
    }
    if (!grid_) {
      throw SyntaxFailure{};
    }
    warnOfLocalSize(point);
  }

  void warnOfLocalSize(const EntryPoint& point) {
    const auto size = module().localSizes.find(point.function);
    if (size != module().localSizes.end() && !std::ranges::equal(size->second, grid_->items)) {
      diagnostics_.warning(
          placeOf(*entry_),
          fmt::format("the module asks for work-groups of {}x{}x{} work-items, the launch has {}",
                      size->second[0], size->second[1], size->second[2], grid_->itemCount()));
    }
  }

  const EntryPoint& entryPoint() {
    const auto said = directives_.only("kernel");
    const std::vector<EntryPoint>& points = module().entryPoints;
    std::vector<std::string> known;
    for (const EntryPoint& point : points) {
      if (said && point.name == source_->slice(said->rest)) {
        return point;
      }
      known.push_back(point.name);
    }
    if (points.size() == 1 && !said) {
      return points.front();
    }
    if (points.empty()) {
      fail({listing().text(), {}}, "the module has no entry point");
    }
    fail(said ? Place{source_, said->rest} : Place{listing().text(), {}},
         said ? fmt::format("the module has no kernel '{}'", source_->slice(said->rest))
              : fmt::format("the module has {} kernels", points.size()),
         fmt::format("choose one with --kernel: {}", commaList(known)));
  }

  [[noreturn]] void fail(const Place& place, const std::string& message, const std::string& hint = "") {
    diagnostics_.error(place, message, hint);
    throw SyntaxFailure{};
  }

  Place placeOf(const Function& function) const {
    return listing().placeOf(listing().definitionOf(function.head.result));
  }

  void specializeConstants(std::map<std::uint32_t, Value> values,
                           std::map<std::uint32_t, std::string> guessed) {
    for (const c::Definition& definition : readDefinitions(directives_, source_, diagnostics_)) {
      const std::optional<Id> id = listing().idOf("%" + std::string(definition.name.text));
      const Decoration* number = id ? module().decoration(*id, spv::Decoration::SpecId) : nullptr;
      if (number == nullptr || number->operands.empty()) {
        if (source_->module() != nullptr && source_->isAppended(definition.name.span.begin)) {
          continue;  // the compiler was given it
        }
        diagnostics_.error(
            {source_, definition.name.span},
            fmt::format("the module has no specialization constant '{}'", definition.name.text));
      } else {
        values[number->operands[0]] = definition.value.value;
        guessed.erase(number->operands[0]);
      }
    }
    for (const InputLine& input : header_.inputs) {
      const std::optional<Id> id = listing().idOf(input.name);
      const Decoration* number = id ? module().decoration(*id, spv::Decoration::SpecId) : nullptr;
      if (number != nullptr && !number->operands.empty() && input.value.number) {
        values[number->operands[0]] = *input.value.number;
        guessed.erase(number->operands[0]);
      }
    }
    for (const auto& [specId, argument] : guessed) {
      diagnostics_.warning(
          placeOf(*entry_),
          fmt::format("it is not specified how large '{}' is: it is taken to have {}", argument,
                      counted(static_cast<std::size_t>(values[specId]), "element")),
          fmt::format("specify it with the specialization constant with SpecId {}", specId));
    }
    specialize(module(), values);
  }

  void inlineCalls() {
    auto inlined = withoutCalls(module(), *entry_, module().bound);
    if (!inlined) {
      fail(placeOf(*entry_), "the functions that the kernel calls have too much code to be inlined");
    }
    inlined_ = std::move(*inlined);
    entry_ = &inlined_.function;
  }

  void enterThreads() {
    const std::uint32_t threads = grid_->threadCount();
    std::vector<std::vector<std::uint32_t>> ids;
    for (ThreadId t = 0; t < threads; ++t) {
      program_->threads.push_back({fmt::format("P{}", t), {}, {}, {}, grid_->coordinatesOf(t)});
      ids.push_back({t, grid_->subGroupOf(t), grid_->groupOf(t), grid_->deviceOf(grid_->groupOf(t)), 0});
    }
    program_->scopes =
        ScopeTree(std::vector<std::string>(dialect_->levels.begin(), dialect_->levels.end()), ids);
  }

  std::vector<Id> roots() const {
    std::vector<Id> roots;
    for (const hrfcheck::frontend::spirv::Instruction& parameter : entry_->parameters) {
      if (types_->of(parameter.type).kind == TypeKind::Pointer) {
        roots.push_back(parameter.result);
      }
    }
    roots.insert(roots.end(), loaded_.module.variables.begin(), loaded_.module.variables.end());
    for (const hrfcheck::frontend::spirv::Instruction* variable : pointers_->variables()) {
      if (std::ranges::find(roots, variable->result) == roots.end()) {
        roots.push_back(variable->result);
      }
    }
    return roots;
  }

  Kernel kernelWith(const SaidOfMemory& said) {
    Kernel kernel{
        module(),
        *types_,
        *pointers_,
        *memory_,
        *grid_,
        *entry_,
        names_,
        diagnostics_,
        open_,
        [this](const hrfcheck::frontend::spirv::Instruction& in) { return listing().originOf(in.origin); },
        [this](Id id) { return objects_->written(id); }};
    kernel.values = said.values;
    const auto asked = directives_.only({"exists", "~exists", "forall"});
    kernel.refutes = asked ? asked->word == "forall"
                           : !header_.outputs.empty() && header_.outputs[0].quantifier == Quantifier::Forall;
    kernel.pointersBeginWithZero = module().isKernel() && source_->module() != nullptr;
    kernel.deadline = deadline_;
    kernel.declarationOf = [this](Id id) { return listing().placeOf(listing().definitionOf(id)); };
    return kernel;
  }

  void writeThreads(Kernel& kernel) {
    if (!prepare(kernel)) {
      throw SyntaxFailure{};
    }
    for (ThreadId t = 0; t < program_->threads.size(); ++t) {
      auto code = ThreadWriter(kernel, t).run();
      failOnErrors();
      deadline_.check();
      program_->threads[t].instructions = std::move(*code);
    }
  }

  /// Numbers that nothing says; whether the answer may depend on them.
  void judgeOpenValues() {
    if (open_.empty()) {
      return;
    }
    const OpenEffects effects = effectsOf(open_, *entry_, *pointers_, *types_, deadline_);
    if (effects.control || asksOf(effects.contents)) {
      program_->openValues =
          open_.chosen
              ? fmt::format("it is not specified what {} is; {} is considered here", open_.names,
                            *open_.chosen)
              : fmt::format("it is not specified what {} is; only some values are considered", open_.names);
    }
  }

  /// Whether the condition or the filter speaks of the memory of one of these variables and parameters.
  bool asksOf(const std::set<Id>& contents) const {
    std::set<LocationId> asked;
    for (const ConditionPtr& condition : {program_->condition, program_->filter}) {
      for (const StateVariable& v : condition ? variablesOf(*condition) : std::vector<StateVariable>{}) {
        if (!v.isRegister()) {
          asked.insert(v.location);
        } else if (!contents.empty()) {
          return true;
        }
      }
    }
    return std::ranges::any_of(contents, [&](Id id) {
      const Object* object = memory_->object(id);
      return object != nullptr && std::ranges::any_of(object->first, [&](LocationId first) {
               const auto next = asked.lower_bound(first);
               return next != asked.end() && *next < first + object->cells.size();
             });
    });
  }

  void conditions() {
    SectionReader sections(
        *program_, names_, *dialect_, [](TokenCursor&, const Token&) {},
        [this] { return std::vector<std::string>(dialect_->levels.begin(), dialect_->levels.end()); });
    readHeaderConditions(
        header_, *memory_, names_, [this](std::string_view name) { return objects_->named(name); }, *program_,
        diagnostics_);
    readDirected(sections, directives_, *program_, diagnostics_);
    failOnErrors();
    fit();
    if (outcome_) {
      sections.ask(outcome_, diagnostics_);
      failOnErrors();
      fit();
    }
    sections.finish();
    judgeOpenValues();
  }

  void fit() {
    for (ConditionPtr* condition : {&program_->condition, &program_->filter}) {
      if (*condition != nullptr) {
        *condition = withFittingNumbers(*condition, *program_);
      }
    }
  }

  SourcePtr source_;
  std::string test_;
  SourcePtr outcome_;
  Deadline deadline_;
  Diagnostics diagnostics_;
  LoadedModule loaded_;
  std::shared_ptr<Program> program_;
  Names names_;
  Directives directives_;
  Header header_;
  const Dialect* dialect_ = nullptr;
  const Function* entry_ = nullptr;
  const EntryPoint* point_ = nullptr;
  Stage stage_ = Stage::Entry;
  bool inputsAreLines_ = false;
  std::string entryName_;
  InlinedFunction inlined_;
  OpenValues open_;
  std::optional<Grid> grid_;
  std::optional<ObjectNames> objects_;
  mutable std::optional<Types> types_;
  std::optional<Pointers> pointers_;
  std::optional<Memory> memory_;
};

}  // namespace

bool isModuleFile(const std::string& file) {
  return file.ends_with(".spv") || file.ends_with(".spvasm");
}

bool isModule(const SourcePtr& source) {
  return (source->module() != nullptr && isBinary(source->module()->text())) ||
         isModuleFile(source->name()) || isBinary(source->text()) ||
         source->text().starts_with(kFirstComment);
}

Lines linesOf(const SourcePtr& source) {
  return source->module() != nullptr ? Lines::All
         : isBinary(source->text())  ? Lines::CommandLine
                                     : Lines::Assembly;
}

bool saysLaunch(const SourcePtr& source) {
  return source->text().find("\n; @Config:") != std::string::npos || source->text().starts_with("; @Config:");
}

std::shared_ptr<const Program> readModuleAsWords(const SourcePtr& source, const std::string& test,
                                                 const SourcePtr& outcome, const Deadline& deadline) {
  return ModuleReader(source, test, outcome, deadline).runAsWords();
}

std::shared_ptr<const Program> readModule(const SourcePtr& source, const std::string& test,
                                          const SourcePtr& outcome, const Deadline& deadline) {
  ModuleReader reader(source, test, outcome, deadline);
  try {
    const std::shared_ptr<Program> program = reader.run();
    if (!program->openValues.empty()) {
      for (const Value number : kConsideredNumbers) {
        if (number != reader.openNumber()) {
          program->variants.push_back(ModuleReader(source, test, outcome, deadline, number).run());
        }
      }
    }
    return program;
  } catch (const UserError&) {
    if (reader.stage() == ModuleReader::Stage::Entry || !reader.speaksWords()) {
      throw;
    }
    const std::exception_ptr first = std::current_exception();
    try {
      return readModuleAsWords(source, test, outcome, deadline);
    } catch (const UserError&) {
      if (reader.stage() == ModuleReader::Stage::Questions) {
        std::rethrow_exception(first);
      }
      throw;
    }
  }
}

}  // namespace hrfcheck::frontend::spirv
