#include "frontend/ptx/translate/translate.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "frontend/compilers/cuda_questions.h"
#include "frontend/lowlevel/module/address_map.h"
#include "frontend/ptx/debug/debug_info.h"
#include "frontend/ptx/debug/demangle.h"
#include "frontend/ptx/debug/origins.h"
#include "frontend/ptx/translate/function_translator.h"
#include "frontend/shared/text/cursor.h"
#include "util/characters.h"

namespace hrfcheck::frontend::ptx {
namespace {

Space spaceOf(StateSpace space) {
  switch (space) {
    case StateSpace::Global:
      return Space::Global;
    case StateSpace::Constant:
      return Space::Constant;
    case StateSpace::Shared:
      return Space::Shared;
    case StateSpace::Local:
      return Space::Local;
    case StateSpace::Parameter:
      return Space::Parameter;
  }
  return Space::Global;
}

class ModuleTranslator {
 public:
  ModuleTranslator(const PtxModule& module, const SourcePtr& source, const SourcePtr& written,
                   Diagnostics& diagnostics)
      : module_(module),
        source_(source),
        written_(written),
        diagnostics_(diagnostics),
        origins_(std::make_shared<Origins>(module, source, written)) {}

  Kernel run(const std::vector<LaunchedEntry>& launches) {
    kernel_.pointeesBeginAtZero = written_ != source_;
    kernel_.module.addressBits = module_.addressBits;
    for (std::size_t launch = 0; launch < launches.size(); ++launch) {
      const LaunchedEntry& launched = launches[launch];
      const auto earlier = std::ranges::find(launches.begin(), launches.begin() + static_cast<long>(launch),
                                             launched.function, &LaunchedEntry::function);
      if (earlier != launches.begin() + static_cast<long>(launch)) {
        forget(launched.function);
      }
      entry(launched);
    }
    variables();
    constants();
    kernel_.module.originOf = [origins = origins_](std::uint32_t number) {
      return origins->originOf(number);
    };
    kernel_.module.placeOf = [origins = origins_](std::uint32_t number) {
      return origins->placeOfMistakes(number);
    };
    kernel_.module.nameOf = [origins = origins_](std::uint32_t number) { return origins->nameOf(number); };
    return std::move(kernel_);
  }

 private:
  void entry(const LaunchedEntry& launched) {
    const PtxFunction& function = module_.functions[launched.function];
    Entry entry;
    entry.function = functionOf(launched.function);
    entry.place = written_ == source_ ? Place{source_, function.span} : placeOf(function);
    entry.requiredBlock = function.requiredBlock;
    entry.largestBlock = function.largestBlock;
    if (function.requiredCluster) {
      const auto& size = *function.requiredCluster;
      entry.cluster = size[0] * size[1] * size[2];
    }
    kernel_.entries.push_back(std::move(entry));
    do {
      while (!waiting_.empty()) {
        const std::uint32_t next = waiting_.back();
        waiting_.pop_back();
        translateFunction(next);
      }
      initialAddresses();
    } while (!waiting_.empty());
    if (kernel_.module.objects.size() >= kMostInWindow) {
      diagnostics_.error(kernel_.place(),
                         fmt::format("the kernel has more than {} variables", kMostInWindow));
      throw SyntaxFailure{};
    }
    parameters(function, launched.label);
  }

  /// An entry is launched again: with other parameters, and with the same variables.
  void forget(std::uint32_t entry) {
    functions_.erase(entry);
    for (const std::uint32_t variable : module_.functions[entry].parameters) {
      objects_.erase(variable);
    }
  }

  /// Of a function in the source that was compiled: its first line that is known.
  Place placeOf(const PtxFunction& function) {
    for (const PtxInstruction& instruction : function.code) {
      if (const auto line = origins_->lineOf(instruction)) {
        return *line;
      }
    }
    return {written_, {}};
  }

  std::uint32_t functionOf(std::uint32_t number) {
    const auto [known, fresh] =
        functions_.emplace(number, static_cast<std::uint32_t>(kernel_.module.functions.size()));
    if (fresh) {
      kernel_.module.functions.emplace_back();
      waiting_.push_back(number);
    }
    return known->second;
  }

  std::optional<std::uint32_t> functionNamed(std::string_view name) {
    const auto found = std::ranges::find(module_.functions, name, &PtxFunction::name);
    return found == module_.functions.end()
               ? std::nullopt
               : std::optional(functionOf(static_cast<std::uint32_t>(found - module_.functions.begin())));
  }

  void translateFunction(std::uint32_t number) {
    const PtxFunction& function = module_.functions[number];
    const std::uint32_t made = functions_.at(number);
    TranslationContext context{module_, [&](std::uint32_t variable) { return objectOf(variable, made); },
                               [&](std::string_view name) { return functionNamed(name); },
                               [&](const PtxInstruction& in) { return origins_->add(in); },
                               [&](std::string_view name) { return reservedShared(name); }};
    Function result = FunctionTranslator(context, function).run();
    kernel_.module.functions[made] = std::move(result);
  }

  /// The object of a variable, made when it is asked for first.
  std::uint32_t objectOf(std::uint32_t variable, std::uint32_t function) {
    const auto [known, fresh] =
        objects_.emplace(variable, static_cast<std::uint32_t>(kernel_.module.objects.size()));
    if (!fresh) {
      return known->second;
    }
    const Variable& declared = module_.variables[variable];
    ObjectDeclaration object;
    object.name = declared.name;
    object.space = spaceOf(declared.space);
    object.function = function;
    object.place = {source_, declared.span};
    object.ofDevice = declared.space == StateSpace::Global && !declared.managed;
    if (!declared.unsized) {
      object.size = declared.size();
    }
    for (std::size_t e = 0; e < declared.initial.size(); ++e) {
      const unsigned bytes = declared.type.bytes();
      for (unsigned b = 0; b < bytes && b < 8; ++b) {
        object.initial.push_back(static_cast<std::uint8_t>(declared.initial[e].bits >> (8 * b)));
      }
    }
    kernel_.module.objects.push_back(std::move(object));
    return known->second;
  }

  /// PTX ISA, 10.32: memory of the system's software, which cooperative groups of CUDA keep barriers in.
  std::uint32_t reservedShared(std::string_view name) {
    constexpr std::uint64_t kReservedBytes = 1024;  // CUDA Programming Guide, "Shared Memory" of 8.x
    const auto [known, fresh] =
        reserved_.emplace(name, static_cast<std::uint32_t>(kernel_.module.objects.size()));
    if (fresh) {
      ObjectDeclaration object;
      object.name = plainName(std::string(name.substr(1)));
      object.space = Space::Shared;
      object.size = kReservedBytes;
      object.place = kernel_.place();
      kernel_.module.objects.push_back(std::move(object));
    }
    return known->second;
  }

  /// Addresses in initializers; what they are of need not be named elsewhere.
  void initialAddresses() {
    for (bool more = true; more;) {
      more = false;
      const std::map<std::uint32_t, std::uint32_t> objects = objects_;
      for (const auto& [variable, object] : objects) {
        const Variable& declared = module_.variables[variable];
        if (!linked_.insert(variable).second) {
          continue;
        }
        more = true;
        for (std::size_t e = 0; e < declared.initial.size(); ++e) {
          const InitialElement& element = declared.initial[e];
          if (element.variable.empty()) {
            continue;
          }
          const auto target = std::ranges::find(module_.variables, element.variable, &Variable::name);
          if (target == module_.variables.end()) {
            initialFunction(kernel_.module.objects[object], e * declared.type.bytes(), element);
            continue;
          }
          const std::uint32_t to =
              objectOf(static_cast<std::uint32_t>(target - module_.variables.begin()), 0);
          kernel_.module.objects[object].addresses.push_back(
              {e * declared.type.bytes(), to, element.bits, declared.type.bytes(), true});
        }
      }
    }
  }

  /// As in tables of virtual functions.
  void initialFunction(ObjectDeclaration& object, std::size_t offset, const InitialElement& element) {
    const std::optional<std::uint32_t> function = functionNamed(element.variable);
    if (!function) {
      diagnostics_.error({source_, element.span},
                         fmt::format("there is no variable or function '{}'", element.variable));
      throw SyntaxFailure{};
    }
    const std::uint64_t address = addressOfFunction(*function) + element.bits;
    for (unsigned b = 0; b < 8 && offset + b < object.initial.size(); ++b) {
      object.initial[offset + b] = static_cast<std::uint8_t>(address >> (8 * b));
    }
  }

  /// Parameters and variables, as people call them: as debuggers know them, or without the name of the kernel
  /// in front.
  void parameters(const PtxFunction& entry, const std::string& label) {
    const DebugInformation& known = debugInformation();
    const auto written = known.parameters.find(entry.name);
    std::uint32_t number = 0;
    for (const std::uint32_t variable : entry.parameters) {
      NamedObject named{module_.variables[variable].name, number, objects_.at(variable)};
      if (written != known.parameters.end() && number < written->second.size() &&
          !written->second[number].name.empty()) {
        const DebugParameter& parameter = written->second[number];
        named.name = parameter.name;
        named.type = parameter.type;
        named.pointsTo = parameter.pointsTo;
      } else if (named.name.starts_with(entry.name + "_")) {
        named.name = named.name.substr(entry.name.size() + 1);
      }
      named.name = plainName(named.name);
      named.launch = label;
      named.kernel = shownFunction(entry.name);
      kernel_.names.add(std::move(named));
      ++number;
    }
  }

  const DebugInformation& debugInformation() {
    if (!debugInformation_) {
      debugInformation_ =
          debugInformationOf(module_.debugInformation, module_.debugAbbreviations, module_.strings);
    }
    return *debugInformation_;
  }

  void variables() {
    const DebugInformation& known = debugInformation();
    for (const auto& [variable, object] : objects_) {
      const Variable& declared = module_.variables[variable];
      if (declared.space != StateSpace::Parameter && declared.space != StateSpace::Local) {
        const auto type = known.variables.find(declared.name);
        kernel_.names.add({plainName(shownVariable(declared.name)), std::nullopt, object,
                           type == known.variables.end() ? nullptr : type->second});
      }
    }
  }

  /// Those of the source that a compiler was asked for (via/cuda_questions.h).
  void constants() {
    for (const Variable& variable : module_.variables) {
      const std::string_view name = via::constantOf(variable.name);
      if (!name.empty()) {
        const std::uint64_t bits = variable.initial.empty() ? 0 : variable.initial.front().bits;
        kernel_.constants.emplace(name, static_cast<Value>(bits));
      }
    }
  }

  /// What stands in conditions and lines is a word.
  static std::string plainName(std::string name) {
    for (char& c : name) {
      c = isLetterOrDigit(c) ? c : '_';
    }
    return name.empty() || isDigit(name.front()) ? "v" + name : name;
  }

  const PtxModule& module_;
  const SourcePtr& source_;
  const SourcePtr& written_;
  Diagnostics& diagnostics_;
  std::shared_ptr<Origins> origins_;
  Kernel kernel_;
  std::optional<DebugInformation> debugInformation_;
  std::map<std::uint32_t, std::uint32_t> functions_;
  std::map<std::uint32_t, std::uint32_t> objects_;
  std::map<std::string, std::uint32_t, std::less<>> reserved_;
  std::set<std::uint32_t> linked_;
  std::vector<std::uint32_t> waiting_;
};

}  // namespace

Kernel translate(const PtxModule& module, const std::vector<LaunchedEntry>& launches, const SourcePtr& source,
                 const SourcePtr& written, Diagnostics& diagnostics) {
  return ModuleTranslator(module, source, written, diagnostics).run(launches);
}

}  // namespace hrfcheck::frontend::ptx
