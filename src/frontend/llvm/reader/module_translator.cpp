#include "frontend/llvm/reader/module_translator.h"

#include <algorithm>

#include "frontend/llvm/reader/function_translator.h"
#include "frontend/llvm/reader/prepare.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/raw_ostream.h"

namespace hrfcheck::frontend::llvm::reader {
namespace {

constexpr std::uint64_t kLargestVariable = 16U << 20U;  // bytes
constexpr std::size_t kLongestText = 400;
constexpr const char* kQuestionPrefix = "hrfcheck_";  ///< of variables (compilers/cuda_questions.h)

/// Without a name of its own for what only other tools read.
std::string withoutMetadata(std::string text) {
  const std::size_t at = text.find(", !");
  text.resize(std::min(at, text.size()));
  text.erase(0, text.find_first_not_of(' '));
  for (std::size_t hash; (hash = text.find(" #")) != std::string::npos;) {
    const std::size_t end = text.find_first_of(" ,", hash + 1);
    text.erase(hash, end == std::string::npos ? end : end - hash);
  }
  if (text.size() > kLongestText) {
    text.resize(kLongestText);
    text += " ...";
  }
  return text;
}

std::string nameOfInstruction(const ir::Instruction& instruction) {
  if (const auto* call = ir::dyn_cast<ir::CallBase>(&instruction)) {
    const ir::Function* callee = call->getCalledFunction();
    return callee == nullptr ? "call" : "call " + callee->getName().str();
  }
  std::string name = instruction.getOpcodeName();
  const bool fence = ir::isa<ir::FenceInst>(instruction);
  if (instruction.isAtomic() && !fence &&
      (ir::isa<ir::LoadInst>(instruction) || ir::isa<ir::StoreInst>(instruction))) {
    name += " atomic";
  }
  if (const auto* swap = ir::dyn_cast<ir::AtomicCmpXchgInst>(&instruction);
      swap != nullptr && swap->isWeak()) {
    name += " weak";
  }
  if (const auto* update = ir::dyn_cast<ir::AtomicRMWInst>(&instruction)) {
    name += " " + ir::AtomicRMWInst::getOperationName(update->getOperation()).str();
  }
  return name;
}

std::optional<std::array<std::uint32_t, 3>> sizeIn(const ir::Function& function, const char* word) {
  const ir::MDNode* node = function.getMetadata(word);
  std::array<std::uint32_t, 3> size{1, 1, 1};
  if (node == nullptr || node->getNumOperands() != 3) {
    return std::nullopt;
  }
  for (unsigned i = 0; i < 3; ++i) {
    const auto* number = ir::mdconst::dyn_extract<ir::ConstantInt>(node->getOperand(i));
    if (number == nullptr || number->getZExtValue() < 1 || number->getZExtValue() > 1024) {
      return std::nullopt;
    }
    size.at(i) = static_cast<std::uint32_t>(number->getZExtValue());
  }
  return size;
}

/// By instruction of a module that is text: its line. Instructions stand there in order, one behind the
/// other.
void noteLines(ir::Module& module, std::string_view text) {
  std::map<std::string, std::vector<std::uint32_t>, std::less<>> lines;  // of instructions, by function
  std::vector<std::uint32_t>* open = nullptr;
  bool inList = false;
  std::uint32_t number = 0;
  while (!text.empty()) {
    ++number;
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) {
      line.remove_suffix(1);
    }
    if (line.starts_with("define ")) {
      const std::size_t at = line.find('@');
      std::string_view name = at == std::string_view::npos ? "" : line.substr(at + 1);
      name = name.starts_with('"') ? name.substr(1, name.find('"', 1) - 1) : name.substr(0, name.find('('));
      open = &lines[std::string(name)];
    } else if (line == "}") {
      open = nullptr;
    } else if (open != nullptr && !line.empty() && !line.starts_with(';') && !line.starts_with('#')) {
      const std::string_view code = line.substr(0, line.find(" ;"));
      const bool label = line.find(':') != std::string_view::npos &&
                         code.find(' ') == std::string_view::npos && code.ends_with(':');
      if (!label && !inList && !line.starts_with("catch ") && !line.starts_with("cleanup") &&
          !line.starts_with("filter ")) {
        open->push_back(number);
      }
      const auto opened = std::ranges::count(code, '[') - std::ranges::count(code, ']');
      inList = inList ? opened >= 0 : opened > 0;
    }
  }
  ir::LLVMContext& context = module.getContext();
  for (ir::Function& function : module) {
    const auto found = lines.find(function.getName().str());
    std::size_t count = 0;
    for (const ir::BasicBlock& block : function) {
      count += block.size();
    }
    if (found == lines.end() || found->second.size() != count) {
      continue;  // it is written in some other way
    }
    std::size_t next = 0;
    for (ir::BasicBlock& block : function) {
      for (ir::Instruction& instruction : block) {
        auto* line = ir::ConstantAsMetadata::get(
            ir::ConstantInt::get(ir::Type::getInt32Ty(context), found->second[next++]));
        instruction.setMetadata(ModuleTranslator::kLineKind, ir::MDNode::get(context, {line}));
      }
    }
  }
}

}  // namespace

CompiledModule translate(ir::Module& module, std::string_view text) {
  ModuleTranslator translator(module);
  try {
    return translator.run(text);
  } catch (const NotTranslated& why) {
    CompiledModule failed;
    failed.failure = why.message;
    return failed;
  }
}

ModuleTranslator::ModuleTranslator(ir::Module& module)
    : module_(module),
      layout_(module.getDataLayout()),
      target_(module),
      names_(made_.types),
      slots_(&module) {
  made_.language = target_.language();
  made_.target = module.getTargetTriple();
  made_.module.addressBits = 64;
}

CompiledModule ModuleTranslator::run(std::string_view text) {
  if (layout_.isBigEndian()) {
    throw NotTranslated{"modules of machines whose lowest byte is not the first are not supported"};
  }
  for (unsigned space = 0; space <= 5; ++space) {
    const unsigned bits = layout_.getPointerSizeInBits(space);
    if (target_.declared(space) && bits != 32 && bits != 64) {
      throw NotTranslated{"addresses of " + std::to_string(bits) + " bits are not supported"};
    }
  }
  if (layout_.getPointerSizeInBits(0) != 64) {
    throw NotTranslated{"modules of machines whose addresses do not have 64 bits are not supported"};
  }
  if (!text.starts_with("BC\xC0\xDE")) {
    noteLines(module_, text);
  }
  const std::vector<ir::Function*> kernels = kernelsOf(module_);
  for (ir::Function* kernel : kernels) {  // before variables become registers
    CompiledEntry entry;
    entry.symbol = kernel->getName().str();
    for (const DebugNames::Named& named : names_.parametersOf(*kernel)) {
      entry.parameters.push_back({named.name, 0, named.type, named.pointsTo, true});
    }
    entry.requiredBlock = sizeIn(*kernel, "reqd_work_group_size");
    if (const ir::DISubprogram* known = kernel->getSubprogram()) {
      entry.called = known->getName().str();
      const std::uint32_t file = fileOf(known->getFile());
      made_.lines.push_back({file, known->getLine(), 0});
      entry.line = static_cast<std::uint32_t>(made_.lines.size() - 1);
    }
    made_.entries.push_back(std::move(entry));
  }
  prepare(module_, kernels);
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    made_.entries[i].function = static_cast<std::uint32_t>(i);
    made_.module.functions.emplace_back();
  }
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    FunctionTranslator translator(*this, *kernels[i], made_.entries[i]);
    lowlevel::Function made = translator.run();
    made_.module.functions[i] = std::move(made);
  }
  refuseInitializedByCode();
  nameVariables();
  answer();
  return std::move(made_);
}

std::uint32_t ModuleTranslator::newObject(lowlevel::ObjectDeclaration object) {
  made_.module.objects.push_back(std::move(object));
  return static_cast<std::uint32_t>(made_.module.objects.size() - 1);
}

std::uint32_t ModuleTranslator::objectOf(const ir::GlobalVariable& variable) {
  if (const auto known = objects_.find(&variable); known != objects_.end()) {
    return known->second;
  }
  auto space = target_.declared(variable.getAddressSpace());
  if (!space || *space == lowlevel::Space::Local || variable.isThreadLocal()) {
    throw NotTranslated{"variable '" + variable.getName().str() +
                        (variable.isThreadLocal() ? "' is of each thread: not supported"
                                                  : "' is in an address space that is not supported")};
  }
  if (variable.isDeclaration() && *space != lowlevel::Space::Shared) {
    throw NotTranslated{"variable '" + variable.getName().str() + "' is defined elsewhere"};
  }
  const std::uint64_t size = layout_.getTypeAllocSize(variable.getValueType());
  if (size > kLargestVariable) {
    throw NotTranslated{"variable '" + variable.getName().str() + "' has too many bytes"};
  }
  const bool dynamic = *space == lowlevel::Space::Shared && variable.isDeclaration() && size == 0;
  if (*space == lowlevel::Space::Global && variable.isConstant() && variable.hasInitializer()) {
    space = lowlevel::Space::Constant;
  }
  lowlevel::ObjectDeclaration object;
  object.name = variable.getName().str();
  object.space = *space;
  object.ofDevice = *space == lowlevel::Space::Global;
  if (!dynamic) {
    object.size = size;
  }
  const std::uint32_t number = newObject(std::move(object));
  objects_.emplace(&variable, number);
  if (variable.hasInitializer() && *space != lowlevel::Space::Shared) {
    initialize(number, variable);
  }
  return number;
}

void ModuleTranslator::initialize(std::uint32_t object, const ir::GlobalVariable& variable) {
  lowlevel::ObjectDeclaration made = made_.module.objects[object];
  made.initial.assign(*made.size, 0);
  fill(made, *variable.getInitializer(), 0);
  while (!made.initial.empty() && made.initial.back() == 0) {
    made.initial.pop_back();
  }
  made_.module.objects[object] = std::move(made);
}

/// What is `undef` may hold anything; it is 0 here, as loaders leave it.
void ModuleTranslator::fill(lowlevel::ObjectDeclaration& object, const ir::Constant& value,
                            std::uint64_t offset) {
  const auto put = [&](const ir::APInt& bits, std::uint64_t bytes) {
    for (std::uint64_t b = 0; b < bytes && offset + b < object.initial.size(); ++b) {
      const auto from = static_cast<unsigned>(b * 8);
      object.initial[offset + b] = from < bits.getBitWidth()
                                       ? static_cast<std::uint8_t>(bits.extractBitsAsZExtValue(
                                             std::min(8U, bits.getBitWidth() - from), from))
                                       : 0;
    }
  };
  const std::uint64_t bytes = layout_.getTypeStoreSize(value.getType());
  if (value.isNullValue() || ir::isa<ir::UndefValue>(value)) {
    return;
  }
  if (const auto* number = ir::dyn_cast<ir::ConstantInt>(&value)) {
    put(number->getValue(), bytes);
  } else if (const auto* real = ir::dyn_cast<ir::ConstantFP>(&value)) {
    put(real->getValueAPF().bitcastToAPInt(), bytes);
  } else if (const auto* row = ir::dyn_cast<ir::ConstantDataSequential>(&value)) {
    for (unsigned i = 0; i < row->getNumElements(); ++i) {
      fill(object, *row->getElementAsConstant(i),
           offset + i * layout_.getTypeAllocSize(row->getElementType()));
    }
  } else if (const auto* fields = ir::dyn_cast<ir::ConstantStruct>(&value)) {
    const ir::StructLayout& places = *layout_.getStructLayout(fields->getType());
    for (unsigned i = 0; i < fields->getNumOperands(); ++i) {
      fill(object, *fields->getOperand(i), offset + places.getElementOffset(i));
    }
  } else if (const auto* elements = ir::dyn_cast<ir::ConstantAggregate>(&value)) {
    for (unsigned i = 0; i < elements->getNumOperands(); ++i) {
      fill(object, *elements->getOperand(i),
           offset + i * layout_.getTypeAllocSize(elements->getOperand(i)->getType()));
    }
  } else if (value.getType()->isPointerTy()) {
    ir::APInt moved(layout_.getIndexTypeSizeInBits(value.getType()), 0);
    const ir::Value* base = value.stripAndAccumulateConstantOffsets(layout_, moved, true);
    while (const auto* cast = ir::dyn_cast<ir::AddrSpaceCastOperator>(base)) {
      base = cast->getPointerOperand();
    }
    const auto* variable = ir::dyn_cast<ir::GlobalVariable>(base);
    if (variable == nullptr) {
      throw NotTranslated{"'" + object.name + "' begins with an address that is not supported"};
    }
    const std::uint32_t to = objectOf(*variable);
    object.addresses.push_back({offset, to, static_cast<std::uint64_t>(moved.getSExtValue()),
                                static_cast<unsigned>(bytes), bytes == 8});
  } else {
    throw NotTranslated{"'" + object.name + "' begins with a value that is not supported"};
  }
}

/// Code that runs before (`@llvm.global_ctors`) is not read: variables that it stores to would begin
/// otherwise.
void ModuleTranslator::refuseInitializedByCode() const {
  const ir::GlobalVariable* list = module_.getNamedGlobal("llvm.global_ctors");
  const auto* rows = list == nullptr || !list->hasInitializer()
                         ? nullptr
                         : ir::dyn_cast<ir::ConstantArray>(list->getInitializer());
  if (rows == nullptr) {
    return;
  }
  for (const ir::Use& row : rows->operands()) {
    const auto* fields = ir::dyn_cast<ir::ConstantStruct>(row);
    const auto* function =
        fields == nullptr ? nullptr : ir::dyn_cast<ir::Function>(fields->getOperand(1)->stripPointerCasts());
    for (auto in = function == nullptr ? ir::const_inst_iterator() : ir::inst_begin(function);
         function != nullptr && in != ir::inst_end(function); ++in) {
      const auto* store = ir::dyn_cast<ir::StoreInst>(&*in);
      const auto* variable =
          store == nullptr
              ? nullptr
              : ir::dyn_cast<ir::GlobalVariable>(store->getPointerOperand()->stripInBoundsOffsets());
      if (variable != nullptr && objects_.contains(variable)) {
        throw NotTranslated{"'" + variable->getName().str() +
                            "' is initialized by code that runs before, which is not supported"};
      }
    }
  }
}

void ModuleTranslator::nameVariables() {
  for (const auto& [variable, object] : objects_) {
    const auto known = names_.variableOf(*variable);
    CompiledName named{known ? known->name : ir::demangle(variable->getName().str()), object};
    if (known) {
      named.type = known->type;
    }
    made_.variables.push_back(std::move(named));
  }
  std::ranges::sort(made_.variables, {}, &CompiledName::object);
}

void ModuleTranslator::answer() {
  for (const ir::GlobalVariable& variable : module_.globals()) {
    if (!variable.getName().starts_with(kQuestionPrefix) || !variable.hasInitializer()) {
      continue;
    }
    const ir::Constant* value = variable.getInitializer();
    CompiledAnswer answer{variable.getName().str(), "", 0};
    if (const auto* number = ir::dyn_cast<ir::ConstantInt>(value)) {
      answer.number = number->getValue().getLimitedValue();
    } else if (const auto* function = ir::dyn_cast<ir::Function>(value->stripPointerCasts())) {
      answer.symbol = function->getName().str();
    }
    made_.answers.push_back(std::move(answer));
  }
}

std::uint32_t ModuleTranslator::fileOf(const ir::DIFile* file) {
  const std::string name = file == nullptr ? "" : file->getFilename().str();
  const auto [known, fresh] = files_.emplace(name, static_cast<std::uint32_t>(made_.files.size()));
  if (fresh) {
    made_.files.push_back(name);
  }
  return known->second;
}

std::optional<std::uint32_t> ModuleTranslator::lineOf(const ir::DILocation* location) {
  if (location == nullptr) {
    return std::nullopt;
  }
  if (const auto known = lines_.find(location); known != lines_.end()) {
    return known->second;
  }
  CodeLine line;
  line.file = fileOf(location->getFile());
  line.line = location->getLine();
  line.column = location->getColumn();
  line.caller = lineOf(location->getInlinedAt());
  made_.lines.push_back(line);
  const auto number = static_cast<std::uint32_t>(made_.lines.size() - 1);
  lines_.emplace(location, number);
  return number;
}

std::string ModuleTranslator::textOf(const ir::Instruction& instruction) {
  if (printed_ != instruction.getFunction()) {
    printed_ = instruction.getFunction();
    slots_.incorporateFunction(*printed_);
  }
  std::string text;
  ir::raw_string_ostream out(text);
  instruction.print(out, slots_);
  return withoutMetadata(std::move(text));
}

std::uint32_t ModuleTranslator::originOf(const ir::Instruction& instruction) {
  CodeOrigin origin;
  origin.name = nameOfInstruction(instruction);
  origin.text = textOf(instruction);
  origin.line = lineOf(instruction.getDebugLoc().get());
  if (const ir::MDNode* line = instruction.getMetadata(kLineKind)) {
    origin.textLine = static_cast<std::uint32_t>(
        ir::mdconst::extract<ir::ConstantInt>(line->getOperand(0))->getZExtValue());
  }
  made_.origins.push_back(std::move(origin));
  return static_cast<std::uint32_t>(made_.origins.size() - 1);
}

}  // namespace hrfcheck::frontend::llvm::reader
