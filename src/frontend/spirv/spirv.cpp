#include "frontend/spirv/spirv.h"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/c_dialects.h"
#include "frontend/columns/vulkan.h"
#include "frontend/launch/directives.h"
#include "frontend/launch/grid.h"
#include "frontend/launch/init_lines.h"
#include "frontend/launch/kernel_text.h"
#include "frontend/sections.h"
#include "frontend/shared/declare.h"
#include "frontend/shared/lexer.h"
#include "frontend/spirv/inline_calls.h"
#include "frontend/spirv/listing.h"
#include "frontend/spirv/questions.h"
#include "frontend/spirv/reflection.h"
#include "frontend/spirv/thread_writer.h"
#include "program/ir/not_for_models.h"

// A module is assembled, validated and simplified (listing.h), then read once (module.h). What is said of its
// launch gives the threads, the sizes and values of its memory (memory.h), and the constants; then each
// thread has its code written (thread_writer.h), in which its ids are known.

namespace hrfcheck::frontend::spirv {
namespace {

constexpr std::string_view kFirstComment = "; SPIR-V";

class ModuleReader {
 public:
  ModuleReader(const SourcePtr& source, std::string test, SourcePtr outcome)
      : source_(source),
        test_(std::move(test)),
        outcome_(std::move(outcome)),
        loaded_(load(source, diagnostics_)),
        program_(std::make_shared<Program>()),
        names_(*program_),
        initLines_(source, diagnostics_) {}

  std::shared_ptr<const Program> run() {
    try {
      body();
    } catch (const SyntaxFailure&) {
      // Reported below.
    }
    diagnostics_.throwIfErrors();
    program_->notForModels = outsideModels(*program_);
    program_->warnings = diagnostics_.warnings();
    validate(*program_);
    return program_;
  }

 private:
  const Listing& listing() const { return loaded_.listing; }
  Module& module() { return loaded_.module; }

  void body() {
    directions();
    launch();
    types_.emplace(module());
    const Reflection reflection = reflectionOf(module(), *types_, *grid_);
    displayed_ = reflection.names;
    specializeConstants(reflection.specialized);
    types_.emplace(module());
    inlineCalls();
    types_->add(*entry_);
    enterThreads();
    pointers_.emplace(module(), *types_, *entry_);
    memory_.emplace(Memory::Context{module(), *types_, *pointers_, *grid_,
                                    [this](Id id) { return display(id); },
                                    [this](const Instruction& in) { return listing().placeOf(in.origin); },
                                    [this](Id id) { return listing().placeOf(listing().definitionOf(id)); },
                                    source_, names_, diagnostics_});
    const SaidOfMemory said = saidOfMemory();
    memory_->declare(roots(), said);
    failOnErrors();
    writeThreads(said, reflection);
    failOnErrors();
    conditions();
    layOut(*program_, {}, diagnostics_);
  }

  void failOnErrors() const {
    if (diagnostics_.hasErrors()) {
      throw SyntaxFailure{};
    }
  }

  void directions() {
    const FileDirectives lines = readDirectives(
        source_, isBinary(source_->text()) ? Lines::CommandLine : Lines::Assembly, diagnostics_);
    const NamedTest& test = chooseTest(lines, test_, source_);
    directives_ = lines.of(test);
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
    program_->source = source_;
  }

  /// The entry point, and how many threads execute it.
  void launch() {
    const EntryPoint& point = entryPoint();
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
           fmt::format("kernel '{}' is not launched: nothing says how many threads execute it", point.name),
           "give the work-groups and the work-items in each: --launch 2x2 on the command line, or a line "
           "'; @Config: 1, 2, 2' in the file (work-items in a sub-group, sub-groups in a group, groups)");
    }
    if (const auto said = directives_.only("sub-group"); said && grid_) {
      grid_->subGroup = readSubGroup(source_, said->rest, diagnostics_).value_or(0);
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

  void specializeConstants(std::map<std::uint32_t, Value> values) {
    for (const c::Definition& definition : readDefinitions(directives_, source_, diagnostics_)) {
      const std::optional<Id> id = listing().idOf("%" + std::string(definition.name.text));
      const Decoration* number = id ? module().decoration(*id, spv::Decoration::SpecId) : nullptr;
      if (number == nullptr || number->operands.empty()) {
        diagnostics_.error(
            {source_, definition.name.span},
            fmt::format("the module has no specialization constant '{}'", definition.name.text));
      } else {
        values[number->operands[0]] = definition.value.value;
      }
    }
    for (const InputLine& input : header_.inputs) {
      const std::optional<Id> id = listing().idOf(input.name);
      const Decoration* number = id ? module().decoration(*id, spv::Decoration::SpecId) : nullptr;
      if (number != nullptr && !number->operands.empty() && input.value.number) {
        values[number->operands[0]] = *input.value.number;
      }
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

  /// Ids of inlined code are those of the function with a mark.
  std::string nameOf(Id id) const {
    const auto copy = inlined_.copies.find(id);
    return copy == inlined_.copies.end() ? listing().nameOf(id) : listing().nameOf(copy->second);
  }

  void enterThreads() {
    const std::uint32_t threads = grid_->threadCount();
    std::vector<std::vector<std::uint32_t>> ids;
    for (ThreadId t = 0; t < threads; ++t) {
      program_->threads.push_back({fmt::format("P{}", t), {}, {}, {}, grid_->coordinatesOf(t)});
      ids.push_back({t, grid_->subGroupOf(t), grid_->groupOf(t), 0, 0});
    }
    program_->scopes =
        ScopeTree(std::vector<std::string>(dialect_->levels.begin(), dialect_->levels.end()), ids);
  }

  /// What people call a variable or a parameter.
  std::string display(Id id) const {
    const auto known = displayed_.find(id);
    const auto written = loaded_.module.names.find(id);
    const auto* definition = types_->definition(id);
    const bool parameter = definition != nullptr && definition->op == spv::Op::OpFunctionParameter;
    const std::string name = known != displayed_.end()                            ? known->second
                             : parameter && written != loaded_.module.names.end() ? written->second
                                                                                  : nameOf(id).substr(1);
    const bool number = !name.empty() && '0' <= name.front() && name.front() <= '9';
    return number ? "v" + name : name;
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

  /// The variable or parameter of a name; ids of other things are none.
  /// Several parameters may have one name in OpName: the kernel's is meant.
  std::optional<Id> named(std::string_view name) const {
    const std::optional<Id> id = listing().idOf(name);
    const auto* definition = id ? types_->definition(*id) : nullptr;
    if (definition != nullptr && definition->op == spv::Op::OpVariable) {
      return id;
    }
    std::optional<Id> likeNamed;
    for (const hrfcheck::frontend::spirv::Instruction& parameter : entry_->parameters) {
      const auto written = loaded_.module.names.find(parameter.result);
      if (id == parameter.result) {
        return id;
      }
      likeNamed = written != loaded_.module.names.end() && name == "%" + written->second ? parameter.result
                                                                                         : likeNamed;
    }
    return likeNamed;
  }

  std::optional<Id> displayedAs(std::string_view name) const {
    for (const auto& [id, shown] : displayed_) {
      if (shown == name) {
        return id;
      }
    }
    const bool number = name.starts_with("v") && name.size() > 1 && '0' <= name[1] && name[1] <= '9';
    const std::optional<Id> id = named("%" + std::string(name));
    return id || !number ? id : named("%" + std::string(name.substr(1)));
  }

  SaidOfMemory saidOfMemory() {
    SaidOfMemory said;
    initializers(said);
    for (const InputLine& input : header_.inputs) {
      if (const std::optional<Id> id = named(input.name)) {
        said.values[*id] = input.value;
      } else if (!listing().idOf(input.name)) {  // what the optimizer has removed changes nothing
        diagnostics_.warning({source_, input.span},
                             fmt::format("the module has no variable '{}'", input.name));
      }
    }
    for (const Directive& line : directives_.all("init")) {
      initialState(line, said);
    }
    const auto mention = [&](const MemoryReference& reference) {
      if (const std::optional<Id> id = named(reference.name)) {
        said.mentioned.insert(*id);
        said.paths.emplace_back(*id, reference.path);
      }
    };
    for (const OutputLine& output : header_.outputs) {
      forEachReference(*output.condition, mention);
    }
    for (const HeaderConditionPtr& filter : header_.filters) {
      forEachReference(*filter, mention);
    }
    return said;
  }

  /// Constants that variables of the module begin with.
  void initializers(SaidOfMemory& said) {
    for (const Id id : module().variables) {
      const auto* variable = module().global(id);
      if (variable->operands.size() > 1) {
        if (const auto value = initializer(variable->operands[1], 0)) {
          said.values[id] = *value;
        }
      }
    }
  }

  std::optional<InputValue> initializer(Id id, unsigned depth) {
    constexpr unsigned kDeepest = 16;
    const auto* in = module().global(id);
    InputValue value;
    if (in == nullptr || depth > kDeepest) {
      return std::nullopt;
    }
    if (in->op == spv::Op::OpConstantComposite || in->op == spv::Op::OpSpecConstantComposite) {
      for (const Id part : in->operands) {
        const auto one = initializer(part, depth + 1);
        if (!one || value.parts.size() > kMostLeaves) {
          return std::nullopt;
        }
        value.parts.push_back(*one);
      }
      return value;
    }
    if (in->op == spv::Op::OpConstantTrue || in->op == spv::Op::OpSpecConstantTrue) {
      value.number = 1;
    } else if (in->op == spv::Op::OpConstantFalse || in->op == spv::Op::OpSpecConstantFalse) {
      value.number = 0;
    } else if (in->op != spv::Op::OpConstantNull || types_->of(in->type).isScalar()) {
      value.number = types_->constant(id);
    }
    return value.number ? std::optional(value) : std::nullopt;
  }

  /// `--init 'x[2] = {1, 2}; n = 4'`
  void initialState(const Directive& line, SaidOfMemory& said) {
    std::vector<InitialEntry> entries;
    initLines_.read(line, {}, entries);
    for (const InitialEntry& entry : entries) {
      const auto* location = std::get_if<LocationEntry>(&entry);
      if (location == nullptr) {
        continue;
      }
      const std::optional<Id> id = displayedAs(location->name.text);
      if (!id || location->member) {
        diagnostics_.error({source_, location->name.span},
                           fmt::format("the kernel has no parameter '{}'", location->name.text));
        continue;
      }
      InputValue value;
      value.flat = true;
      value.span = location->name.span;
      for (const InitialValue& number : location->values) {
        if (number.location) {
          diagnostics_.error({source_, number.location->span},
                             "parameters of modules cannot be initialized with addresses");
        }
        value.parts.push_back({number.number, {}, location->name.span, false});
      }
      if (!location->braced && location->values.size() == 1) {
        value.parts.assign(location->size, value.parts.front());
      }
      if (location->array || types_->of(types_->typeOf(*id)).kind == TypeKind::Pointer) {
        said.sizes[*id] = location->size;
      } else if (!value.parts.empty()) {
        value = value.parts.front();
      }
      said.values[*id] = value;
    }
  }

  /// What a variable of push constants holds: what clspv says that a launch puts there. A number that neither
  /// clspv nor the test says is 0, with a warning.
  void pushConstants(Kernel& kernel, Id id, const Reflection& reflection) {
    const auto leaves = types_->leaves(types_->pointeeId(module().global(id)->type));
    if (!leaves) {
      return;
    }
    bool unknown = false;
    for (const Leaf& leaf : *leaves) {
      const auto pushed =
          std::ranges::find(reflection.pushed, leaf.offset, [](const auto& entry) { return entry.first; });
      kernel.pushed[id].push_back(pushed == reflection.pushed.end() ? 0 : pushed->second);
      unknown = unknown || pushed == reflection.pushed.end();
    }
    if (unknown && !kernel.values.contains(id)) {
      diagnostics_.warning(
          listing().originOf(module().global(id)->origin).place,
          fmt::format("nothing says what the push constants '{}' hold: they are taken to be 0", nameOf(id)),
          fmt::format("say all of them in a line ; @Input: {} = {{...}}", nameOf(id)));
    }
  }

  void writeThreads(const SaidOfMemory& said, const Reflection& reflection) {
    Kernel kernel{
        module(),
        *types_,
        *pointers_,
        *memory_,
        *grid_,
        *entry_,
        names_,
        diagnostics_,
        [this](const hrfcheck::frontend::spirv::Instruction& in) { return listing().originOf(in.origin); },
        [this](Id id) { return nameOf(id); }};
    kernel.values = said.values;
    for (const Id id : module().variables) {
      if (types_->of(module().global(id)->type).storage == spv::StorageClass::PushConstant) {
        pushConstants(kernel, id, reflection);
      }
    }
    if (!prepare(kernel)) {
      throw SyntaxFailure{};
    }
    for (ThreadId t = 0; t < program_->threads.size(); ++t) {
      auto code = ThreadWriter(kernel, t).run();
      failOnErrors();
      program_->threads[t].instructions = std::move(*code);
    }
  }

  void conditions() {
    SectionReader sections(
        *program_, names_, *dialect_, [](TokenCursor&, const Token&) {},
        [this] { return std::vector<std::string>(dialect_->levels.begin(), dialect_->levels.end()); });
    headerConditions();
    directedConditions(sections);
    failOnErrors();
    fit();
    if (outcome_) {
      sections.ask(outcome_, diagnostics_);
      failOnErrors();
      fit();
    }
    sections.finish();
  }

  void fit() {
    for (ConditionPtr* condition : {&program_->condition, &program_->filter}) {
      if (*condition != nullptr) {
        *condition = withFittingNumbers(*condition, *program_);
      }
    }
  }

  void headerConditions() {
    Questions questions(
        *memory_, names_, [this](std::string_view name) { return named(name); }, source_, diagnostics_);
    for (const OutputLine& output : header_.outputs) {
      const ConditionPtr one = questions.conditionOf(*output.condition);
      if (program_->condition == nullptr) {
        program_->quantifier = output.quantifier;
        program_->condition = one;
      } else if (output.quantifier != program_->quantifier || output.quantifier == Quantifier::Exists) {
        diagnostics_.error({source_, output.span}, "several lines @Output can be forall, or not exists");
      } else if (output.quantifier == Quantifier::Forall) {
        program_->condition =
            std::make_shared<const Condition>(Condition{AndCondition{program_->condition, one}});
      } else {
        program_->condition =
            std::make_shared<const Condition>(Condition{OrCondition{program_->condition, one}});
      }
    }
    for (const HeaderConditionPtr& filter : header_.filters) {
      const ConditionPtr one = questions.conditionOf(*filter);
      program_->filter =
          program_->filter == nullptr
              ? one
              : std::make_shared<const Condition>(Condition{AndCondition{program_->filter, one}});
    }
  }

  void directedConditions(SectionReader& sections) {
    const auto read = [&](const Directive& line) {
      const std::vector<Token> tokens = tokenizePart(source_, line.all(), diagnostics_);
      TokenCursor in(source_, tokens, diagnostics_);
      sections.read(in);
      if (!in.atEnd()) {
        in.error(in.peek(), fmt::format("expected the end of the line, found {}", describe(in.peek())));
      }
    };
    if (const auto condition = directives_.only({"exists", "~exists", "forall"})) {
      sections.forgetCondition();
      read(*condition);
    }
    if (const auto filter = directives_.only("filter")) {
      sections.forgetFilter();
      read(*filter);
    }
    if (const auto locations = directives_.only("locations")) {
      read(*locations);
    }
    std::ranges::for_each(directives_.all("terminates"), read);
    for (const Directive& line : directives_.all("model")) {
      program_->models.emplace_back(source_->slice(line.rest));
    }
  }

  SourcePtr source_;
  std::string test_;
  SourcePtr outcome_;
  Diagnostics diagnostics_;
  LoadedModule loaded_;
  std::shared_ptr<Program> program_;
  Names names_;
  InitLines initLines_;
  Directives directives_;
  Header header_;
  const Dialect* dialect_ = nullptr;
  const Function* entry_ = nullptr;
  InlinedFunction inlined_;
  std::optional<Grid> grid_;
  std::map<Id, std::string> displayed_;
  mutable std::optional<Types> types_;
  std::optional<Pointers> pointers_;
  std::optional<Memory> memory_;
};

}  // namespace

bool isModuleFile(const std::string& file) {
  return file.ends_with(".spv") || file.ends_with(".spvasm");
}

bool isModule(const SourcePtr& source) {
  return isModuleFile(source->name()) || isBinary(source->text()) ||
         source->text().starts_with(kFirstComment);
}

bool saysLaunch(const SourcePtr& source) {
  return source->text().find("\n; @Config:") != std::string::npos || source->text().starts_with("; @Config:");
}

std::shared_ptr<const Program> readModule(const SourcePtr& source, const std::string& test,
                                          const SourcePtr& outcome) {
  return ModuleReader(source, test, outcome).run();
}

}  // namespace hrfcheck::frontend::spirv
