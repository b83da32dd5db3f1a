#include "frontend/test_file.h"

#include <algorithm>
#include <span>

#include "frontend/compilers/compile.h"
#include "frontend/include/included_text.h"
#include "frontend/llvm/llvm.h"
#include "frontend/ptx/ptx.h"
#include "frontend/second_reader.h"
#include "frontend/shared/dialect.h"
#include "frontend/spirv/spirv.h"
#include "util/read_source.h"
#include "util/text.h"

namespace hrfcheck {
namespace {

/// One line, however the user broke it.
std::string optionLine(std::string_view word, const std::string& said) {
  if (said.empty()) {
    return "";
  }
  std::string line = "--" + std::string(word) + " " + said;
  std::ranges::replace(line, '\n', ' ');
  std::ranges::replace(line, '\r', ' ');
  return line + "\n";
}

/// One for each launch: `--kernel 'send launch 1x1 device 0; receive launch 1x1 device 1'`.
std::string kernelOptionLines(std::string_view said) {
  std::string lines;
  while (!said.empty()) {
    const std::size_t end = std::min(said.find(';'), said.size());
    lines += optionLine("kernel", std::string(stripped(said.substr(0, end))));
    said.remove_prefix(std::min(end + 1, said.size()));
  }
  return lines;
}

/// One for each thread: a launch of one function by one thread.
std::string threadOptionLines(std::string_view said) {
  std::string lines;
  std::map<std::string, unsigned, std::less<>> before;
  while (!said.empty()) {
    const std::size_t end = std::min(said.find(','), said.size());
    const std::string name(stripped(said.substr(0, end)));
    const unsigned number = ++before[name];
    lines += optionLine(
        "kernel", name + (number > 1 ? " as " + name + "_" + std::to_string(number) : "") + " launch 1x1");
    said.remove_prefix(std::min(end + 1, said.size()));
  }
  return lines;
}

}  // namespace

std::string LaunchOptions::lines() const {
  std::string lines = optionLine("launch", launch) + optionLine("sub-group", subGroup) +
                      kernelOptionLines(kernel) + threadOptionLines(threads) +
                      optionLine("language", language) + optionLine("init", init) +
                      optionLine("out-of-bounds", outOfBounds) + optionLine("volatile", volatiles);
  for (const std::string& definition : definitions) {
    lines += optionLine("define", definition);
  }
  return lines + optionLine("exists", exists) + optionLine("forall", forall) + optionLine("filter", filter);
}

std::map<std::string, std::string> LaunchOptions::byOption() const {
  std::map<std::string, std::string> said = {{"launch", launch},
                                             {"sub-group", subGroup},
                                             {"kernel", kernel},
                                             {"threads", threads},
                                             {"language", language},
                                             {"init", init},
                                             {"exists", exists},
                                             {"forall", forall},
                                             {"filter", filter},
                                             {"test", test},
                                             {"via", via},
                                             {"optimize", optimize},
                                             {"out-of-bounds", outOfBounds},
                                             {"std", standard},
                                             {"volatile", volatiles}};
  for (const std::string& definition : definitions) {
    said["define"] += (said["define"].empty() ? "" : " ") + definition;
  }
  std::erase_if(said, [](const auto& option) { return option.second.empty(); });
  return said;
}

bool isKernelFile(const std::string& file) {
  return frontend::ptx::isPtxFile(file) || frontend::llvm::isLlvmFile(file) ||
         frontend::spirv::isModuleFile(file) || frontend::via::needsCompiler(file) ||
         std::ranges::any_of(frontend::supportedDialects(), [&](const frontend::Dialect* dialect) {
           return std::ranges::any_of(dialect->kernelFiles,
                                      [&](std::string_view ending) { return file.ends_with(ending); });
         });
}

bool isModuleFile(const std::string& file) {
  return frontend::spirv::isModuleFile(file);
}

bool isModule(const SourcePtr& source) {
  return frontend::spirv::isModule(source);
}

TestPath testPathOf(const std::string& path) {
  const std::size_t colon = path.rfind(':');
  const bool named = colon != std::string::npos && isKernelFile(path.substr(0, colon));
  return named ? TestPath{path.substr(0, colon), path.substr(colon + 1)} : TestPath{path, ""};
}

std::string pathOf(const TestPath& path) {
  return path.test.empty() ? path.file : path.file + ":" + path.test;
}

namespace {

/// Where a text may find what it includes, as lines that are read as if they stood in the file.
std::string includeLines(const Source& source, const LaunchOptions& options) {
  if (source.module() != nullptr || !frontend::mayInclude(source.text())) {
    return "";
  }
  std::string lines = optionLine("include-beside", options.includeBeside ? "yes" : "");
  for (const std::string& folder : options.includeFolders) {
    lines += optionLine("include-below", folder);
  }
  return lines;
}

}  // namespace

SourcePtr withLaunch(const SourcePtr& source, const LaunchOptions& options) {
  const std::string lines = options.lines() + includeLines(*source, options);
  return lines.empty()
             ? source
             : std::make_shared<const Source>(source->name(), source->text(), lines, source->module());
}

SourcePtr withModule(const SourcePtr& source, const LaunchOptions& options, const Deadline& deadline) {
  if (SourcePtr made = frontend::compiledInstead(source, options, deadline)) {
    return made;
  }
  const frontend::IncludeFolders folders(options.includeFolders, options.includeBeside ? source->name() : "");
  const auto mentions = [&](const char* word) { return source->text().find(word) != std::string::npos; };
  const bool hostLaunches = options.launch.empty() && (mentions("<<<") || mentions("hipLaunchKernelGGL")) &&
                            !mentions("//# launch");
  return frontend::via::compiled(
      source, {options.via, options.optimize, options.kernel, options.definitions, options.standard, folders,
               options.onCommand, deadline, options.language, options.modules, hostLaunches});
}

SourcePtr readTestSource(const std::string& file, const LaunchOptions& options, const Deadline& deadline) {
  SourcePtr source = readSource(file, ReadLimits{.deadline = deadline});
  if (file == "-" && !options.stdinPath.empty()) {
    source = std::make_shared<const Source>(options.stdinPath, source->text());
  }
  return editedSource(source, options, deadline);
}

SourcePtr editedSource(const SourcePtr& source, const LaunchOptions& options, const Deadline& deadline) {
  LaunchOptions own = options;
  if (source->name() == "<stdin>") {
    own.includeBeside = false;
    own.includeFolders.clear();
  }
  const auto text =
      std::make_shared<const Source>(source->name(), source->text().substr(0, source->fileEnd()));
  return withLaunch(withModule(text, own, deadline), own);
}

std::shared_ptr<const Program> readTestFile(const std::string& path, const LaunchOptions& options,
                                            const Deadline& deadline) {
  const TestPath meant = testPathOf(path);
  LaunchOptions own = options;
  own.test = meant.test.empty() ? options.test : meant.test;
  return parseLitmus(readTestSource(meant.file, own, deadline), own.test, deadline);
}

std::vector<std::string> testsMeant(const std::string& path, const SourcePtr& source,
                                    const LaunchOptions& options) {
  const std::string named = testPathOf(path).test;
  if (!named.empty() || !options.test.empty()) {
    return {named.empty() ? options.test : named};
  }
  return testsIn(source);
}

std::vector<std::string> testPathsOf(const std::string& path, const LaunchOptions& options) {
  const TestPath meant = testPathOf(path);
  if (!isKernelFile(meant.file)) {
    return {path};
  }
  try {
    std::vector<std::string> paths;
    for (const std::string& name : testsMeant(path, readSource(meant.file), options)) {
      paths.push_back(pathOf({meant.file, name}));
    }
    return paths;
  } catch (const UserError&) {
    return {path};  // the code that reads the test says why
  }
}

}  // namespace hrfcheck
