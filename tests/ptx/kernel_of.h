#pragma once

#include <memory>
#include <string>

#include "frontend/ptx/ptx.h"
#include "frontend/test_file.h"
#include "program/ir/program.h"

/// Tests of the reader of PTX write the body of a kernel alone.
namespace hrfcheck {

inline std::string moduleWith(const std::string& body, const std::string& parameters = ".param .u64 out",
                              const std::string& before = "") {
  return ".version 8.0\n.target sm_90\n.address_size 64\n" + before + "\n.visible .entry k(" + parameters +
         ")\n{\n.reg .pred %p<10>;\n.reg .b16 %rs<10>;\n.reg .b32 %r<40>;\n.reg .b64 %rd<20>;\n.reg .f32 %f<10>;\n"
         ".reg .f64 %fd<10>;\n" +
         body + "\nret;\n}\n";
}

inline std::shared_ptr<const Program> readKernel(const std::string& module, const LaunchOptions& options) {
  const auto source = std::make_shared<const Source>("k.ptx", module);
  return frontend::ptx::readPtx(withLaunch(source, options), "");
}

/// The message of the refusal; empty where the kernel is read.
inline std::string refusalOf(const std::string& module, const LaunchOptions& options) {
  try {
    readKernel(module, options);
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

inline LaunchOptions launched(const std::string& size, const std::string& init = "") {
  LaunchOptions options;
  options.launch = size;
  options.init = init;
  return options;
}

}  // namespace hrfcheck
