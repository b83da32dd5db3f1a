#include "frontend/llvm/reader/prepare.h"

#include <set>

#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

namespace hrfcheck::frontend::llvm::reader {
namespace {

/// Functions that call themselves, by whatever way.
std::set<const ir::Function*> recursiveFunctions(ir::Module& module) {
  std::set<const ir::Function*> recursive;
  ir::CallGraph graph(module);
  for (auto component = ir::scc_begin(&graph); !component.isAtEnd(); ++component) {
    if (component.hasCycle()) {
      for (const ir::CallGraphNode* node : *component) {
        if (node->getFunction() != nullptr) {
          recursive.insert(node->getFunction());
        }
      }
    }
  }
  return recursive;
}

void inlineCalls(ir::Module& module, const std::vector<ir::Function*>& entries) {
  const std::set<const ir::Function*> recursive = recursiveFunctions(module);
  const std::set<const ir::Function*> kernels(entries.begin(), entries.end());
  for (ir::Function& function : module) {
    function.removeFnAttr(ir::Attribute::OptimizeNone);
    function.removeFnAttr(ir::Attribute::NoInline);
    const bool called = kernels.contains(&function) && function.use_empty();
    if (function.isDeclaration() || called || recursive.contains(&function)) {
      function.removeFnAttr(ir::Attribute::AlwaysInline);
      continue;
    }
    function.addFnAttr(ir::Attribute::AlwaysInline);
    for (ir::User* user : function.users()) {
      if (auto* call = ir::dyn_cast<ir::CallBase>(user)) {
        call->removeFnAttr(ir::Attribute::NoInline);
      }
    }
  }
  ir::LoopAnalysisManager loops;
  ir::FunctionAnalysisManager functions;
  ir::CGSCCAnalysisManager components;
  ir::ModuleAnalysisManager modules;
  ir::PassBuilder builder;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  ir::ModulePassManager passes;
  passes.addPass(ir::AlwaysInlinerPass(true));
  passes.run(module, modules);
}

/// A load or store through the generic address of a variable of the thread's own becomes one through its own
/// address, so that the variable can be a register.
void useOwnAddresses(ir::AllocaInst& variable) {
  for (ir::User* user : ir::make_early_inc_range(variable.users())) {
    auto* cast = ir::dyn_cast<ir::AddrSpaceCastInst>(user);
    if (cast == nullptr) {
      continue;
    }
    for (ir::Use& use : ir::make_early_inc_range(cast->uses())) {
      auto* load = ir::dyn_cast<ir::LoadInst>(use.getUser());
      auto* store = ir::dyn_cast<ir::StoreInst>(use.getUser());
      if (load != nullptr ||
          (store != nullptr && use.getOperandNo() == ir::StoreInst::getPointerOperandIndex())) {
        use.set(&variable);
      }
    }
    if (cast->use_empty()) {
      cast->eraseFromParent();
    }
  }
}

void promoteVariables(ir::Function& function) {
  ir::removeUnreachableBlocks(function);
  std::vector<ir::AllocaInst*> variables;
  for (ir::Instruction& instruction : ir::instructions(function)) {
    if (auto* variable = ir::dyn_cast<ir::AllocaInst>(&instruction)) {
      variables.push_back(variable);
    }
  }
  for (ir::AllocaInst* variable : variables) {
    useOwnAddresses(*variable);
  }
  std::erase_if(variables, [](const ir::AllocaInst* variable) { return !ir::isAllocaPromotable(variable); });
  if (!variables.empty()) {
    ir::DominatorTree dominators(function);
    ir::PromoteMemToReg(variables, dominators);
  }
}

}  // namespace

std::vector<ir::Function*> kernelsOf(ir::Module& module) {
  std::set<ir::Function*> annotated;
  if (const ir::NamedMDNode* annotations = module.getNamedMetadata("nvvm.annotations")) {
    for (const ir::MDNode* node : annotations->operands()) {
      auto* function = node->getNumOperands() < 2 || !node->getOperand(0)
                           ? nullptr
                           : ir::mdconst::dyn_extract<ir::Function>(node->getOperand(0));
      const auto* word =
          node->getNumOperands() < 2 ? nullptr : ir::dyn_cast_or_null<ir::MDString>(node->getOperand(1));
      if (function != nullptr && word != nullptr && word->getString() == "kernel") {
        annotated.insert(function);
      }
    }
  }
  std::vector<ir::Function*> kernels;
  const bool host = Target(module).machine() == Machine::Host;
  for (ir::Function& function : module) {
    const auto convention = function.getCallingConv();
    const bool kernel = convention == ir::CallingConv::AMDGPU_KERNEL ||
                        convention == ir::CallingConv::SPIR_KERNEL ||
                        convention == ir::CallingConv::PTX_Kernel || annotated.contains(&function);
    const bool thread = host && function.hasExternalLinkage() && !function.isVarArg();
    if ((kernel || thread) && !function.isDeclaration()) {
      kernels.push_back(&function);
    }
  }
  return kernels;
}

void prepare(ir::Module& module, const std::vector<ir::Function*>& entries) {
  inlineCalls(module, entries);
  for (ir::Function* entry : entries) {
    promoteVariables(*entry);
  }
}

}  // namespace hrfcheck::frontend::llvm::reader
