#include "fronts/batch.h"

#include <fmt/format.h>

#include <algorithm>

#include "differential/kernel_text.h"
#include "frontend/compilers/hip_compilers.h"
#include "frontend/litmus.h"
#include "frontend/llvm/reader_program.h"
#include "frontend/test_file.h"
#include "util/process/child_process.h"

namespace hrfcheck::fronts {
namespace {

std::string suffixOf(std::size_t kernel) {
  return fmt::format("_{}", kernel);
}

std::string ownText(const kernels::Kernel& kernel, std::size_t number) {
  return kernels::textInFile(kernel, suffixOf(number)).text;
}

/// What memory holds initially. That local memory holds 0, too, is said to who does not take it for granted.
std::string initOf(const kernels::Kernel& kernel, Way way) {
  std::string init;
  for (const kernels::Object& object : kernel.objects) {
    if (object.local) {
      continue;
    }
    std::string values;
    for (const std::int64_t value : object.initial) {
      values += fmt::format("{}{}", values.empty() ? "" : ", ", value);
    }
    // Code of PTX that accesses nothing of an object says nothing of its type.
    const std::string type = isCpp(way) ? fmt::format("u{} ", object.type.bits) : "";
    init += object.elements == 0
                ? fmt::format("{}{} = {}; ", type, object.name, values)
                : fmt::format("{}{}[{}] = {{{}}}; ", type, object.name, object.elements, values);
  }
  return init + (isCpp(way) ? "rest 0" : "");
}

LaunchOptions launchOf(const kernels::Kernel& kernel, std::size_t number, Way way) {
  LaunchOptions options;
  options.launch = fmt::format("{}x{}", kernel.groups, kernel.items);
  options.subGroup = kernel.subGroup == 0 || isCuda(way) ? "" : fmt::format("{}", kernel.subGroup);
  options.kernel = "k" + suffixOf(number);
  options.init = initOf(kernel, way);
  return options;
}

/// The first line is for what compilers are told beside the kernels.
SourcePtr compiled(const std::string& compiler, const std::string& name, const std::string& firstLine,
                   const std::string& text, const std::string& optimize) {
  LaunchOptions options;
  options.via = compiler;
  options.optimize = optimize;
  options.includeFolders = {HRFCHECK_SOURCE_DIR "/tests/fronts"};
  return withModule(std::make_shared<const Source>(name, firstLine + "\n" + text), options, Deadline());
}

SourcePtr compiledIn(Way way, const std::string& text) {
  switch (way) {
    case Way::Spirv:
      return compiled("clang", "kernels.cl", R"(#pragma clang diagnostic ignored "-Weverything")", text, "0");
    case Way::Hip:
      return compiled("clang", "kernels.hip", R"(#include "opencl_as_hip.h")", text, "");
    default:
      return compiled(way == Way::Nvcc ? "nvcc" : "clang", "kernels.cu", R"(#include "opencl_as_cuda.h")",
                      text, "");
  }
}

}  // namespace

const char* nameOf(Way way) {
  switch (way) {
    case Way::Source:
      return "OpenCL C as written";
    case Way::Spirv:
      return "SPIR-V";
    case Way::Cuda:
      return "PTX of clang";
    case Way::Nvcc:
      return "PTX of nvcc";
    case Way::Hip:
      return "LLVM IR of HIP";
  }
  return "";
}

std::string missingFor(Way way) {
  for (const char* program : {"clang-15", "llvm-spirv-15"}) {
    if (way == Way::Spirv && !isOnPath(program)) {
      return program;
    }
  }
  if (way == Way::Hip) {
    return !frontend::via::hasClangForHip()          ? "clang 18"
           : frontend::llvm::readerProgram().empty() ? "hrfcheck-llvm"
                                                     : "";
  }
  const char* const cuda = way == Way::Nvcc ? "nvcc" : "clang-16";
  return isCuda(way) && !isOnPath(cuda) ? cuda : "";
}

Batch::Batch(std::vector<kernels::Kernel> kernels, const std::vector<Way>& ways)
    : kernels_(std::move(kernels)) {
  std::string text;
  for (std::size_t k = 0; k < kernels_.size(); ++k) {
    firstLines_.push_back(2 + static_cast<unsigned>(std::ranges::count(text, '\n')));
    text += ownText(kernels_[k], k);
  }
  for (const Way way : ways) {
    if (way != Way::Source && missingFor(way).empty()) {
      compiled_.emplace(way, compiledIn(way, text));
    }
  }
}

bool Batch::has(Way way) const {
  return way == Way::Source || compiled_.contains(way);
}

Reading Batch::read(std::size_t kernel, Way way) const {
  try {
    return {program(kernel, way), ""};
  } catch (const UserError& error) {
    return {nullptr, error.what()};
  }
}

std::shared_ptr<const Program> Batch::program(std::size_t kernel, Way way) const {
  const SourcePtr source =
      way == Way::Source ? std::make_shared<const Source>("kernel.cl", ownText(kernels_[kernel], kernel))
                         : compiled_.at(way);
  return parseLitmus(withLaunch(source, launchOf(kernels_[kernel], kernel, way)));
}

unsigned Batch::lineOf(std::size_t kernel, Way way, unsigned line) const {
  return way == Way::Source ? line : line - firstLines_[kernel] + 1;
}

std::string Batch::text(std::size_t kernel) const {
  const LaunchOptions launch = launchOf(kernels_[kernel], kernel, Way::Source);
  return fmt::format("{}//# launch {}\n//# init {}\n{}", ownText(kernels_[kernel], kernel), launch.launch,
                     launch.init, launch.subGroup.empty() ? "" : "//# sub-group " + launch.subGroup + "\n");
}

}  // namespace hrfcheck::fronts
