#include "frontend/llvm/reader/read_module.h"

#include "frontend/llvm/reader/module_translator.h"
#include "frontend/llvm/wire/wire.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

namespace hrfcheck::frontend::llvm::reader {
namespace {

CompiledModule failed(std::string why) {
  CompiledModule module;
  why.resize(why.find_last_not_of('\n') + 1);
  module.failure = why.empty() ? "it is broken" : std::move(why);
  return module;
}

ir::StringRef refOf(std::string_view text) {
  return {text.data(), text.size()};
}

}  // namespace

CompiledModule readModule(std::string_view text) {
  ir::LLVMContext context;
  ir::SMDiagnostic mistake;
  const auto buffer = ir::MemoryBuffer::getMemBufferCopy(refOf(text));
  const std::unique_ptr<ir::Module> module = ir::parseIR(*buffer, mistake, context);
  if (module == nullptr) {
    const std::string why = mistake.getMessage().str();
    return failed(mistake.getLineNo() > 0 ? "line " + std::to_string(mistake.getLineNo()) + ": " + why : why);
  }
  std::string complaints;
  ir::raw_string_ostream out(complaints);
  bool brokenDebugInformation = false;
  if (ir::verifyModule(*module, &out, &brokenDebugInformation)) {
    return failed("the module is broken: " + complaints);
  }
  if (brokenDebugInformation) {
    ir::StripDebugInfo(*module);
  }
  return translate(*module, text);
}

std::string encodedModule(std::string_view text) {
  CompiledModule module = readModule(text);
  return encoded(module);
}

std::string bitcodeOf(std::string_view text) {
  ir::LLVMContext context;
  ir::SMDiagnostic mistake;
  const auto buffer = ir::MemoryBuffer::getMemBufferCopy(refOf(text));
  const std::unique_ptr<ir::Module> module = ir::parseIR(*buffer, mistake, context);
  std::string bytes;
  if (module != nullptr) {
    ir::raw_string_ostream out(bytes);
    ir::WriteBitcodeToFile(*module, out);
  }
  return bytes;
}

}  // namespace hrfcheck::frontend::llvm::reader
