#pragma once

#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "frontend/llvm/llvm.h"
#include "frontend/llvm/reader_program.h"
#include "frontend/show_code.h"
#include "frontend/test_file.h"
#include "program/ir/program.h"
#include "util/diagnostic.h"

/// Tests of the reader of LLVM IR write the body of a kernel alone. They are skipped where hrfcheck-llvm is
/// not built.
namespace hrfcheck {

inline bool hasReader() {
  return !frontend::llvm::readerProgram().empty();
}

#define TEST_CASE_OF_LLVM(name) TEST_CASE(name* doctest::skip(!hasReader()))

inline constexpr const char* kAmdLayout =
    "target datalayout = \"e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-"
    "p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-"
    "n32:64-S32-A5-G1-ni:7:8:9\"\ntarget triple = \"amdgcn-amd-amdhsa\"\n";

struct ModuleText {
  std::string body;
  std::string parameters = "ptr addrspace(1) %x, ptr addrspace(1) %y";
  std::string before = "";
  bool openCl = false;

  std::string text() const {
    return std::string(kAmdLayout) + before + "\ndefine amdgpu_kernel void @k(" + parameters + ") {\n" +
           body + "\n  ret void\n}\n" + (openCl ? "!opencl.ocl.version = !{!0}\n!0 = !{i32 2, i32 0}\n" : "");
  }
};

inline std::shared_ptr<const Program> readLlvmText(const std::string& text, const LaunchOptions& options) {
  const auto source = std::make_shared<const Source>("k.ll", text);
  return frontend::llvm::readLlvm(withLaunch(source, options), "");
}

inline LaunchOptions launched(const std::string& size, const std::string& init = "rest 0") {
  LaunchOptions options;
  options.launch = size;
  options.init = init;
  return options;
}

/// The code of the first thread.
inline std::string codeOfModule(const ModuleText& module, const LaunchOptions& options = launched("1x1")) {
  return test::codeOf(*readLlvmText(module.text(), options));
}

/// The message of the refusal; empty where the module is read.
inline std::string refusalOfModule(const std::string& text, const LaunchOptions& options = launched("1x1")) {
  try {
    readLlvmText(text, options);
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

}  // namespace hrfcheck
