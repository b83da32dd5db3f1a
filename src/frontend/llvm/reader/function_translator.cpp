#include "frontend/llvm/reader/function_translator.h"

#include <algorithm>
#include <limits>

#include "util/overloaded.h"

namespace hrfcheck::frontend::llvm::reader {

FunctionTranslator::FunctionTranslator(ModuleTranslator& context, const ir::Function& function,
                                       CompiledEntry& entry)
    : context_(context), function_(function), number_(entry.function) {
  made_.name = function.getName().str();
  made_.body = true;
  for (const ir::BasicBlock& block : function) {
    labels_[&block] = newLabel();
  }
  origin_ = context_.originOf(function.getEntryBlock().front());
  parameters(entry);
}

std::uint32_t FunctionTranslator::newLabel() {
  begins_.push_back(std::numeric_limits<std::uint32_t>::max());
  return static_cast<std::uint32_t>(begins_.size() - 1);
}

void FunctionTranslator::bind(std::uint32_t label) {
  begins_[label] = static_cast<std::uint32_t>(made_.code.size());
}

lowlevel::Function FunctionTranslator::run() {
  for (const ir::BasicBlock& block : function_) {
    bind(labels_[&block]);
    for (const ir::Instruction& in : block) {
      translate(in);
    }
  }
  for (lowlevel::Instruction& in : made_.code) {  // until here, targets are labels
    const auto place = [&](std::uint32_t& target) {
      target = std::min(begins_[target], static_cast<std::uint32_t>(made_.code.size()));
    };
    std::visit(
        Overloaded{[&](Jump& o) { place(o.target); }, [&](Branch& o) { place(o.target); }, [](auto&) {}},
        in.operation);
  }
  uniteBarriers();
  return std::move(made_);
}

void FunctionTranslator::emit(Operation operation) {
  made_.code.push_back({std::move(operation), origin_});
}

void FunctionTranslator::translate(const ir::Instruction& in) {
  if (in.isDebugOrPseudoInst()) {
    return;
  }
  origin_ = context_.originOf(in);
  const std::size_t begin = made_.code.size();
  try {
    dispatch(in);
  } catch (const NotTranslated& why) {
    made_.code.resize(begin);
    emit(Refused{why.message});
  }
}

void FunctionTranslator::dispatch(const ir::Instruction& in) {
  if (ir::isa<ir::PHINode>(in)) {
    registersOf(in);  // where control comes from, they are set
    return;
  }
  if (!arithmetic(in) && !memory(in) && !control(in)) {
    if (const auto* called = ir::dyn_cast<ir::CallBase>(&in)) {
      call(*called);
    } else {
      refuse("not supported");
    }
  }
}

/// Parameters are objects of bytes, which are read at the beginning.
void FunctionTranslator::parameters(CompiledEntry& entry) {
  for (const ir::Argument& argument : function_.args()) {
    CompiledName& named = entry.parameters[argument.getArgNo()];
    ObjectDeclaration object;
    object.name = named.name.empty() ? "arg" + std::to_string(argument.getArgNo()) : named.name;
    object.function = number_;
    ir::Type* inMemory = argument.hasByRefAttr()   ? argument.getParamByRefType()
                         : argument.hasByValAttr() ? argument.getParamByValType()
                                                   : nullptr;
    auto* pointer = ir::dyn_cast<ir::PointerType>(argument.getType());
    if (pointer != nullptr && inMemory == nullptr &&
        context_.target().declared(pointer->getAddressSpace()) == Space::Shared) {
      // Memory of the block's that the launch sizes: there is no number that anybody could give.
      object.space = Space::Shared;
      object.apart = true;
      named.object = context_.newObject(std::move(object));
      named.parameter = false;
      named.type = named.pointsTo;
      variables_[&argument] = named.object;
      continue;
    }
    object.space = Space::Parameter;
    object.size = context_.layout().getTypeAllocSize(inMemory == nullptr ? argument.getType() : inMemory);
    named.object = context_.newObject(std::move(object));
    made_.parameters.push_back(named.object);
    if (inMemory != nullptr) {
      variables_[&argument] = named.object;
      continue;
    }
    try {
      const NumberPtr address =
          std::make_shared<const Number>(Number{.op = NumberOp::ObjectAddress, .index = named.object});
      Numbers numbers;
      for (const Leaf& leaf : leavesOf(argument.getType())) {
        const NumberPtr at =
            leaf.offset == 0 ? address : number(NumberOp::Add, 64, {address, literal(leaf.offset, 64)});
        numbers.push_back(loaded(Space::Parameter, at, leaf, leaf.bytes));
      }
      define(argument, numbers);
    } catch (const NotTranslated&) {
      // It is refused where it is used.
    }
  }
}

}  // namespace hrfcheck::frontend::llvm::reader
