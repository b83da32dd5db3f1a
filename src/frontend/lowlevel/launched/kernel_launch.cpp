#include "frontend/lowlevel/launched/kernel_launch.h"

#include <fmt/format.h>

#include <algorithm>

namespace hrfcheck::frontend::lowlevel {
namespace {

constexpr std::uint64_t kOfUnreached = 256;  // bytes of what a pointer that no thread uses points to

class LaunchMaker {
 public:
  LaunchMaker(const Kernel& kernel, const LaunchedKernel& launched, const Question& question)
      : module_(kernel.module), kernel_(kernel), launched_(launched), question_(question) {}

  KernelLaunch run() {
    const Grid& grid = launched_.facts.launches.all().front().grid;
    const auto said = question_.directives.only("kernel");
    launch_.kernel = said ? std::string(question_.source->slice(said->rest)) : kernel_.entries.front().calls;
    launch_.blocks = grid.groups;
    launch_.threads = grid.items;
    launch_.cluster = grid.cluster;
    launch_.cooperative = question_.directives.only("cooperative").has_value();
    launch_.blocksOfDevice = grid.onOneDevice;
    if (launched_.facts.launches.several()) {
      launch_.notOutside = "several kernels run side by side";
    } else if (launched_.inputs.hasBuffers()) {
      launch_.notOutside = "pointers are told which buffers they lead to";
    }
    for (const Directive& line : question_.directives.all("define")) {
      launch_.definitions.emplace_back(question_.source->slice(line.rest));
    }
    for (const std::uint32_t parameter : module_.functions[kernel_.entries.front().function].parameters) {
      this->parameter(parameter);
    }
    for (const auto& [object, layout] : launched_.layout.objects()) {
      variable(object, layout);
    }
    for (const auto& [location, position] : launched_.locations.positions()) {
      if (const auto object = numbers_.find(position.object); object != numbers_.end()) {
        const ObjectLayout* layout = launched_.layout.layout(position.object);
        launch_.words[launched_.program.locations[location].name] = {
            object->second, static_cast<std::uint64_t>(position.cell.offset), position.cell.bytes,
            layout->isSignedAt(position.cell.offset)};
      }
    }
    return std::move(launch_);
  }

 private:
  std::string nameOf(std::uint32_t object) const {
    const NamedObject* named = kernel_.names.of(object);
    return named != nullptr ? named->name : module_.objects[object].name;
  }

  const Contents& contentsOf(std::uint32_t object) const {
    static const Contents kNothing;
    const auto found = launched_.facts.contents.find(object);
    return found == launched_.facts.contents.end() ? kNothing : found->second;
  }

  /// The first so many bytes; those that nobody says are 0, and only what nobody reads may be one.
  std::vector<std::uint8_t> bytesOf(std::uint32_t object, std::uint64_t size) const {
    const Contents& contents = contentsOf(object);
    std::vector<std::uint8_t> bytes(contents.rest.value_or(0) == 0 ? std::min(size, contents.bytes.size())
                                                                   : size);
    for (std::size_t b = 0; b < bytes.size(); ++b) {
      bytes[b] = contents.at(static_cast<std::int64_t>(b)).value_or(0);
    }
    return bytes;
  }

  void parameter(std::uint32_t parameter) {
    const auto pointee = launched_.inputs.pointees().find(parameter);
    if (pointee == launched_.inputs.pointees().end()) {
      launch_.parameters.push_back(
          {nameOf(parameter), std::nullopt, bytesOf(parameter, module_.objects[parameter].size.value_or(0))});
      launch_.parameters.back().bytes.resize(module_.objects[parameter].size.value_or(0));
      return;
    }
    const std::uint32_t object = pointee->second;
    launch_.parameters.push_back({nameOf(parameter), add(object, false), {}});
  }

  std::uint32_t add(std::uint32_t object, bool ofModule) {
    const ObjectLayout* layout = launched_.layout.layout(object);
    const auto said = launched_.facts.sizes.find(object);
    const std::uint64_t size = std::max(layout != nullptr ? layout->size : 0,
                                        said != launched_.facts.sizes.end() ? said->second : 0);
    LaunchedObject made{nameOf(object), ofModule, size == 0 ? kOfUnreached : size, {}};
    made.initial = bytesOf(object, made.bytes);
    const auto number = static_cast<std::uint32_t>(launch_.objects.size());
    numbers_[object] = number;
    launch_.objects.push_back(std::move(made));
    return number;
  }

  /// Of the file, or memory that is not in an object of parameters.
  void variable(std::uint32_t object, const ObjectLayout& layout) {
    const ObjectDeclaration& declared = module_.objects[object];
    if (declared.space == Space::Shared && !declared.size) {
      launch_.dynamicShared = std::max(launch_.dynamicShared, layout.size);
    } else if (declared.space == Space::Global && !numbers_.contains(object) &&
               std::ranges::find(launched_.facts.workspaces, object) == launched_.facts.workspaces.end()) {
      launch_.notOutside = declared.addresses.empty() ? launch_.notOutside
                                                      : fmt::format("'{}' holds addresses", nameOf(object));
      add(object, true);
    } else if (declared.space == Space::Constant && differs(object, declared)) {
      launch_.notOutside = fmt::format("'{}' is constant memory", nameOf(object));
    }
  }

  /// Whether lines `init` say something else than the file.
  bool differs(std::uint32_t object, const ObjectDeclaration& declared) const {
    const std::vector<std::uint8_t> bytes = bytesOf(object, declared.size.value_or(0));
    for (std::size_t b = 0; b < bytes.size(); ++b) {
      if (bytes[b] != (b < declared.initial.size() ? declared.initial[b] : 0)) {
        return true;
      }
    }
    return false;
  }

  const Module& module_;
  const Kernel& kernel_;
  const LaunchedKernel& launched_;
  const Question& question_;
  std::map<std::uint32_t, std::uint32_t> numbers_;  ///< of objects
  KernelLaunch launch_;
};

}  // namespace

KernelLaunch kernelLaunchOf(const Kernel& kernel, const LaunchedKernel& launched, const Question& question) {
  return LaunchMaker(kernel, launched, question).run();
}

}  // namespace hrfcheck::frontend::lowlevel
