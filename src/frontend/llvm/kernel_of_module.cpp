#include "frontend/llvm/kernel_of_module.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "frontend/c_dialects.h"
#include "frontend/llvm/source_lines.h"
#include "frontend/ptx/debug/demangle.h"
#include "program/ir/amdgpu_form.h"
#include "util/characters.h"
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
  switch (language) {
    case ModuleLanguage::OpenCl:
      return openCl;
    case ModuleLanguage::Hip:
      return hip;
    default:
      return cuda;
  }
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
    kernel_.module = compiled_.module;
    marks();
    for (lowlevel::ObjectDeclaration& object : kernel_.module.objects) {
      object.place = {written_, {}};
    }
    for (const LaunchedKernelEntry& launch : launches) {
      entry(launch);
    }
    for (const CompiledName& variable : compiled_.variables) {
      add(variable, std::nullopt, "", "");
    }
    kernel_.module.originOf = [lines = lines_](std::uint32_t number) { return lines->originOf(number); };
    kernel_.module.placeOf = [lines = lines_](std::uint32_t number) { return lines->placeOf(number); };
    kernel_.module.nameOf = [lines = lines_](std::uint32_t number) { return lines->nameOf(number); };
    return std::move(kernel_);
  }

 private:
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

  void entry(const LaunchedKernelEntry& launch) {
    const CompiledEntry& known = compiled_.entries[launch.entry];
    lowlevel::Entry made;
    made.place = lines_->lineOf(known.line).value_or(Place{written_, {}});
    made.requiredBlock = known.requiredBlock;
    made.largestBlock = known.largestBlock;
    made.calls = calledOf(known);
    std::map<std::uint32_t, std::uint32_t> own;  // objects of this launch
    made.function = functionOf(known, launch.entry, own);
    kernel_.entries.push_back(std::move(made));
    std::uint32_t number = 0;
    for (CompiledName parameter : known.parameters) {
      if (const auto copy = own.find(parameter.object); copy != own.end()) {
        parameter.object = copy->second;
      }
      add(parameter, parameter.parameter ? std::optional(number) : std::nullopt, launch.label,
          calledOf(known));
      ++number;
    }
  }

  /// Launched again, an entry is a function of its own, with other parameters and its own variables.
  std::uint32_t functionOf(const CompiledEntry& known, std::size_t which,
                           std::map<std::uint32_t, std::uint32_t>& own) {
    if (launched_.insert(which).second) {
      return known.function;
    }
    lowlevel::Module& module = kernel_.module;
    const auto number = static_cast<std::uint32_t>(module.functions.size());
    lowlevel::Function copy = module.functions[known.function];
    const auto count = static_cast<std::uint32_t>(compiled_.module.objects.size());
    for (std::uint32_t o = 0; o < count; ++o) {
      const bool parameter =
          std::ranges::any_of(known.parameters, [&](const CompiledName& p) { return p.object == o; });
      if (parameter ||
          (lowlevel::isOwn(module.objects[o].space) && module.objects[o].function == known.function)) {
        lowlevel::ObjectDeclaration object = module.objects[o];
        object.function = number;
        own[o] = static_cast<std::uint32_t>(module.objects.size());
        module.objects.push_back(std::move(object));
      }
    }
    Renaming(own).function(copy);
    module.functions.push_back(std::move(copy));
    return number;
  }

  /// Puts other objects in the place of some.
  class Renaming {
   public:
    explicit Renaming(const std::map<std::uint32_t, std::uint32_t>& own) : own_(own) {}

    void function(lowlevel::Function& made) const {
      for (std::uint32_t& parameter : made.parameters) {
        rename(parameter);
      }
      for (lowlevel::Instruction& in : made.code) {
        std::visit(Overloaded{[&](lowlevel::Compute& o) { numbers(o.value, o.guard); },
                              [&](lowlevel::Access& o) {
                                numbers(o.address, o.expected);
                                for (lowlevel::NumberPtr& value : o.values) {
                                  numbers(value);
                                }
                              },
                              [&](lowlevel::LaneExchange& o) { numbers(o.value, o.lane, o.clamp, o.mask); },
                              [&](lowlevel::Branch& o) { numbers(o.condition); },
                              [&](lowlevel::Forget& o) {
                                for (std::uint32_t& object : o.objects) {
                                  rename(object);
                                }
                              },
                              [](auto&) {}},
                   in.operation);
      }
    }

   private:
    void rename(std::uint32_t& object) const {
      if (const auto other = own_.find(object); other != own_.end()) {
        object = other->second;
      }
    }
    template <typename... Numbers>
    void numbers(Numbers&... all) const {
      ((all = all == nullptr ? nullptr : renamed(*all)), ...);
    }
    lowlevel::NumberPtr renamed(const lowlevel::Number& number) const {
      lowlevel::Number copy = number;
      if (copy.op == lowlevel::NumberOp::ObjectAddress) {
        rename(copy.index);
      }
      for (lowlevel::NumberPtr& operand : copy.operands) {
        operand = renamed(*operand);
      }
      return std::make_shared<const lowlevel::Number>(std::move(copy));
    }

    const std::map<std::uint32_t, std::uint32_t>& own_;
  };

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
  std::set<std::size_t> launched_;
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
