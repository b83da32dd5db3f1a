#include "frontend/llvm/kernel_of_module.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "frontend/c_dialects.h"
#include "frontend/llvm/source_lines.h"
#include "frontend/lowlevel/module/address_map.h"
#include "frontend/ptx/debug/demangle.h"
#include "program/ir/amdgpu_form.h"
#include "util/characters.h"
#include "util/diagnostic.h"
#include "util/overloaded.h"

namespace hrfcheck::frontend::llvm {
namespace {

using lowlevel::Kernel;
using lowlevel::KernelLanguage;

/// docs/cuda.md, "Levels": how large warps are where nobody says it.
const KernelLanguage& languageOf(ModuleLanguage language) {
  static const KernelLanguage openCl{kOpenClDialect, 0, false, false};
  static const KernelLanguage hip{kHipDialect, 64, false, false};
  static const KernelLanguage cuda{kCudaDialect, 32, true, false};
  static const KernelLanguage c{kCDialect, 0, false, false};
  switch (language) {
    case ModuleLanguage::OpenCl:
      return openCl;
    case ModuleLanguage::Hip:
      return hip;
    case ModuleLanguage::Cuda:
      return cuda;
    case ModuleLanguage::C:
      break;
  }
  return c;
}

/// What stands in conditions and lines is a word.
std::string plainName(std::string name) {
  for (char& c : name) {
    c = isLetterOrDigit(c) ? c : '_';
  }
  return name.empty() || isDigit(name.front()) ? "v" + name : name;
}

class KernelMaker {
 public:
  KernelMaker(const CompiledModule& compiled, const SourcePtr& written)
      : compiled_(compiled), written_(written), lines_(std::make_shared<SourceLines>(compiled, written)) {
    for (const CompiledType& type : compiled.types) {
      types_.push_back(typeOf(type));
    }
  }

  Kernel run(const std::vector<LaunchedKernelEntry>& launches) {
    kernel_.pointeesBeginAtZero = written_->module() != nullptr;
    kernel_.language = &languageOf(compiled_.language);
    kernel_.module.addressBits = compiled_.module.addressBits;
    for (const LaunchedKernelEntry& launch : launches) {
      entry(launch);
    }
    linkAddresses();
    if (kernel_.module.objects.size() >= lowlevel::kMostInWindow) {
      throw UserError(fmt::format("the kernel has more than {} variables", lowlevel::kMostInWindow));
    }
    marks();
    for (const CompiledName& variable : compiled_.variables) {
      if (const auto known = shared_.find(variable.object); known != shared_.end()) {
        CompiledName named = variable;
        named.object = known->second;
        add(named, std::nullopt, "", "");
      }
    }
    kernel_.module.originOf = [lines = lines_](std::uint32_t number) { return lines->originOf(number); };
    kernel_.module.placeOf = [lines = lines_](std::uint32_t number) { return lines->placeOf(number); };
    kernel_.module.nameOf = [lines = lines_](std::uint32_t number) { return lines->nameOf(number); };
    return std::move(kernel_);
  }

 private:
  using Objects = std::map<std::uint32_t, std::uint32_t>;  ///< of the module: those of the kernel

  /// What models of AMDGPU know operations by, other models know nothing of; and HIP's own operations get
  /// more (amdgpu_form.h) than those that stand in a module as they are.
  void marks() {
    const bool amd = compiled_.language == ModuleLanguage::Hip;
    for (lowlevel::Function& function : kernel_.module.functions) {
      for (lowlevel::Instruction& in : function.code) {
        if (auto* access = std::get_if<lowlevel::Access>(&in.operation);
            access != nullptr && access->atomicity) {
          mark(access->marks, amd);
        } else if (auto* fence = std::get_if<lowlevel::Fence>(&in.operation)) {
          mark(fence->marks, amd);
        }
      }
    }
  }
  static void mark(std::vector<std::string>& marks, bool amd) {
    if (amd) {
      marks.emplace_back(kMarkOfLlvm);
    } else {
      marks.clear();
    }
  }

  lowlevel::SourceTypePtr typeOf(const CompiledType& type) const {
    lowlevel::SourceType made;
    made.bytes = type.bytes;
    made.element = type.element;
    made.pointer = type.pointer;
    made.of = type.of ? types_[*type.of] : nullptr;
    for (const CompiledField& field : type.fields) {
      made.fields.push_back({field.name, field.offset, types_[field.type]});
    }
    return std::make_shared<const lowlevel::SourceType>(std::move(made));
  }

  /// A launch has a function of its own, with parameters and variables of its own.
  void entry(const LaunchedKernelEntry& launch) {
    const CompiledEntry& known = compiled_.entries[launch.entry];
    lowlevel::Entry made;
    made.place = lines_->lineOf(known.line).value_or(Place{written_, {}});
    made.requiredBlock = known.requiredBlock;
    made.largestBlock = known.largestBlock;
    made.calls = calledOf(known);
    made.function = static_cast<std::uint32_t>(kernel_.module.functions.size());
    lowlevel::Function function = compiled_.module.functions[known.function];
    Objects own;
    std::set<std::uint32_t> parameters;
    for (const CompiledName& parameter : known.parameters) {
      parameters.insert(parameter.object);
    }
    const auto objectOf = [&](std::uint32_t object) {
      const bool ofLaunch =
          parameters.contains(object) || lowlevel::isOwn(compiled_.module.objects[object].space);
      return objectIn(ofLaunch ? own : shared_, object, made.function);
    };
    forEachObject(function, [&](std::uint32_t& object) { object = objectOf(object); });
    kernel_.module.functions.push_back(std::move(function));
    std::uint32_t number = 0;
    for (CompiledName parameter : known.parameters) {
      parameter.object = objectOf(parameter.object);
      add(parameter, parameter.parameter ? std::optional(number) : std::nullopt, launch.label,
          calledOf(known));
      ++number;
    }
    kernel_.entries.push_back(std::move(made));
  }

  std::uint32_t objectIn(Objects& objects, std::uint32_t object, std::uint32_t function) {
    const auto [known, fresh] =
        objects.emplace(object, static_cast<std::uint32_t>(kernel_.module.objects.size()));
    if (fresh) {
      kernel_.module.objects.push_back(compiled_.module.objects[object]);
      kernel_.module.objects.back().function = function;
      kernel_.module.objects.back().place = {written_, {}};
    }
    return known->second;
  }

  /// What variables begin with may be addresses of others, which need not be named elsewhere.
  void linkAddresses() {
    for (std::size_t o = 0; o < kernel_.module.objects.size(); ++o) {
      for (std::size_t a = 0; a < kernel_.module.objects[o].addresses.size(); ++a) {
        const std::uint32_t to = objectIn(shared_, kernel_.module.objects[o].addresses[a].object, 0);
        kernel_.module.objects[o].addresses[a].object = to;
      }
    }
  }

  template <typename Visit>
  static void forEachObject(lowlevel::Function& made, Visit visit) {
    std::ranges::for_each(made.parameters, visit);
    std::ranges::for_each(made.results, visit);
    const auto number = [&](lowlevel::NumberPtr& one) {
      one = one == nullptr ? nullptr : renamed(*one, visit);
    };
    const auto all = [&](auto&... numbers) { (number(numbers), ...); };
    for (lowlevel::Instruction& in : made.code) {
      std::visit(
          Overloaded{[&](lowlevel::Compute& o) { all(o.value, o.guard); },
                     [&](lowlevel::Access& o) {
                       all(o.address, o.expected);
                       std::ranges::for_each(o.values, number);
                     },
                     [&](lowlevel::Require& o) { all(o.condition); },
                     [&](lowlevel::AsyncCopy& o) { all(o.to, o.from, o.bytes); },
                     [&](lowlevel::AwaitCopies& o) { all(o.pending); },
                     [&](lowlevel::BlockBarrier& o) { all(o.number, o.count); },
                     [&](lowlevel::BlockVote& o) { all(o.barrier.number, o.barrier.count, o.vote); },
                     [&](lowlevel::WarpBarrier& o) { all(o.mask); },
                     [&](lowlevel::LaneExchange& o) { all(o.value, o.lane, o.clamp, o.mask); },
                     [&](lowlevel::Branch& o) { all(o.condition); },
                     [&](lowlevel::Forget& o) { std::ranges::for_each(o.objects, visit); }, [](auto&) {}},
          in.operation);
    }
  }
  template <typename Visit>
  static lowlevel::NumberPtr renamed(const lowlevel::Number& number, const Visit& visit) {
    lowlevel::Number copy = number;
    if (copy.op == lowlevel::NumberOp::ObjectAddress) {
      visit(copy.index);
    }
    for (lowlevel::NumberPtr& operand : copy.operands) {
      operand = renamed(*operand, visit);
    }
    return std::make_shared<const lowlevel::Number>(std::move(copy));
  }

  void add(const CompiledName& known, std::optional<std::uint32_t> parameter, const std::string& label,
           const std::string& kernel) {
    lowlevel::NamedObject named;
    named.name = plainName(known.name.empty() ? kernel_.module.objects[known.object].name : known.name);
    named.parameter = parameter;
    named.object = known.object;
    named.type = known.type ? types_[*known.type] : nullptr;
    named.pointsTo = known.pointsTo ? types_[*known.pointsTo] : nullptr;
    named.launch = label;
    named.kernel = kernel;
    kernel_.names.add(std::move(named));
  }

  const CompiledModule& compiled_;
  const SourcePtr& written_;
  std::shared_ptr<SourceLines> lines_;
  std::vector<lowlevel::SourceTypePtr> types_;
  Objects shared_;  ///< variables that launches have in common
  Kernel kernel_;
};

}  // namespace

std::string calledOf(const CompiledEntry& entry) {
  return entry.called.empty() ? ptx::shownFunction(entry.symbol) : entry.called;
}

Kernel kernelOf(const CompiledModule& compiled, const std::vector<LaunchedKernelEntry>& launches,
                const SourcePtr& written) {
  return KernelMaker(compiled, written).run(launches);
}

}  // namespace hrfcheck::frontend::llvm
