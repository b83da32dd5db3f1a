#include "frontend/spirv/translate/module_translator.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "frontend/columns/dialects.h"
#include "frontend/lowlevel/module/address_map.h"
#include "frontend/shared/text/cursor.h"
#include "frontend/spirv/translate/entry_translator.h"
#include "frontend/spirv/translate/source_types.h"
#include "util/characters.h"

namespace hrfcheck::frontend::spirv {
namespace {

constexpr std::uint32_t kMostDescriptors = 64;   // of an array: objects
constexpr std::uint32_t kOpenDescriptors = 8;    // of an array whose length nobody says
constexpr std::uint64_t kBytesOfImage = 16;      // four words
constexpr std::uint64_t kBytesOfImageInfo = 32;  // eight words
constexpr std::uint64_t kMostInitialized = 65'536;

/// What an OpExtInst is called.
std::string functionNamedIn(const std::string& text) {
  const std::size_t at = text.find("OpExtInst ");
  std::size_t begin = at;
  for (unsigned words = 0; words < 3 && begin != std::string::npos; ++words) {
    begin = text.find(' ', begin);
    begin = begin == std::string::npos ? begin : text.find_first_not_of(' ', begin);
  }
  return begin == std::string::npos ? "OpExtInst" : text.substr(begin, text.find(' ', begin) - begin);
}

/// Scopes and orders mean the same to models of kernels.
const lowlevel::KernelLanguage& languageOf(const Module& module) {
  using lowlevel::KernelLanguage;
  static const KernelLanguage openCl{kOpenClDialect, 0, false, false, true, false};
  static const KernelLanguage vulkan{kVulkanDialect, 0, false, false, true, false};
  return module.isKernel() ? openCl : vulkan;
}

class ModuleTranslator {
 public:
  ModuleTranslator(const LaunchedKernel& launched, Diagnostics& diagnostics)
      : in_(launched), module_(launched.module), diagnostics_(diagnostics), types_(launched.module) {}

  lowlevel::Kernel run() {
    made_.language = &languageOf(module_);
    made_.writtenBeginsAtZero = true;
    made_.module.unaligned = true;
    lowlevel::Entry entry;
    entry.place = placeOf(in_.entry.head.result);
    entry.calls = in_.point.name;
    made_.entries.push_back(entry);
    refuseStage();
    undefined_ = add({.name = "undefined", .space = Space::Local, .size = 8});
    parameters();
    for (const Id variable : module_.variables) {
      declare(variable);
    }
    EntryContext context{module_, in_.entry, types_,
                         [this](Id variable) { return placeOfVariable(variable); },
                         [this](std::size_t p) { return parameters_.at(p); }};
    context.undefined = undefined_;
    context.inputs = inputs_;
    context.outputs = outputs_;
    lowlevel::Function function = EntryTranslator(context).run();
    function.parameters = parameterObjects_;
    made_.module.functions.push_back(std::move(function));
    if (made_.module.objects.size() >= lowlevel::kMostInWindow) {
      diagnostics_.error(entry.place,
                         fmt::format("the kernel has more than {} variables", lowlevel::kMostInWindow));
      throw SyntaxFailure{};
    }
    origins();
    return std::move(made_);
  }

 private:
  void refuse(const std::string& message) {
    diagnostics_.error(made_.place(), message);
    throw SyntaxFailure{};
  }

  Place placeOf(Id id) const { return in_.listing->placeOf(in_.listing->definitionOf(id)); }

  /// Stages whose invocations share more than buffers and images.
  void refuseStage() {
    switch (in_.point.model) {
      case spv::ExecutionModel::Kernel:
      case spv::ExecutionModel::GLCompute:
        return;
      case spv::ExecutionModel::Vertex:
      case spv::ExecutionModel::TessellationEvaluation:
      case spv::ExecutionModel::Geometry:
      case spv::ExecutionModel::Fragment:
        diagnostics_.warning(
            made_.place(),
            "each invocation of this stage is taken to be a thread of the launch: a vertex with "
            "the thread's number, a fragment at the thread's place");
        return;
      case spv::ExecutionModel::TessellationControl:
        refuse("tessellation control shaders, whose invocations share their outputs, are not supported");
        return;
      case spv::ExecutionModel::TaskNV:
      case spv::ExecutionModel::MeshNV:
      case spv::ExecutionModel::TaskEXT:
      case spv::ExecutionModel::MeshEXT:
        refuse("mesh and task shaders are not supported");
        return;
      default:
        refuse("ray tracing is not supported");
    }
  }

  std::uint32_t add(lowlevel::ObjectDeclaration object) {
    object.place = object.place.known() ? object.place : made_.place();
    made_.module.objects.push_back(std::move(object));
    return static_cast<std::uint32_t>(made_.module.objects.size() - 1);
  }

  /// What stands in conditions and lines is a word.
  static std::string plainName(std::string name) {
    for (char& c : name) {
      c = isLetterOrDigit(c) ? c : '_';
    }
    return name.empty() || isDigit(name.front()) ? "v" + name : name;
  }

  void name(const std::string& called, std::uint32_t object, lowlevel::SourceTypePtr type) {
    lowlevel::NamedObject named{called, std::nullopt, object, std::move(type)};
    made_.names.add(std::move(named));
  }

  lowlevel::SourceTypePtr sourceType(const Laid& laid) { return sourceTypeOf(module_, types_, laid); }

  // Parameters of kernels.

  void parameters() {
    for (const Instruction& parameter : in_.entry.parameters) {
      const std::string called = plainName(in_.nameOf(parameter.result));
      const ValueType& type = types_.of(parameter.type);
      const Instruction* declared = module_.global(parameter.type);
      ParameterPlace place;
      if (type.shape == Shape::Handle && declared->op != spv::Op::OpTypeSampler) {
        place.object = image(called, *declared, placeOf(parameter.result));
        place.space = Space::Global;
      } else if (type.shape == Shape::Pointer && type.storage == spv::StorageClass::Workgroup) {
        place.object = add({.name = called, .space = Space::Shared, .place = placeOf(parameter.result)});
        place.space = Space::Shared;
        const auto pointee = sourceType({type.parts[0]});
        name(called, *place.object, pointee);
      } else if (type.shape != Shape::Handle && type.shape != Shape::None) {
        const bool byValue = type.shape == Shape::Pointer && type.storage == spv::StorageClass::Function;
        const Laid laid{byValue ? type.parts[0] : parameter.type};
        place.object = add({.name = called,
                            .space = Space::Parameter,
                            .size = types_.sizeOf(laid),
                            .place = placeOf(parameter.result)});
        if (byValue) {
          place.copy = add({.name = called, .space = Space::Local, .size = types_.sizeOf(laid)});
        }
        lowlevel::NamedObject named{called, number(), *place.object, sourceType(laid)};
        named.kernel = in_.point.name;
        if (type.shape == Shape::Pointer && !byValue) {
          named.pointsTo = sourceType({type.parts[0]});
        }
        parameterObjects_.push_back(*place.object);
        made_.names.add(std::move(named));
      } else if (type.shape == Shape::None) {
        refuse(fmt::format("a parameter of the type of '{}' is not supported", called));
      }
      parameters_.push_back(place);
    }
  }

  std::uint32_t number() const { return static_cast<std::uint32_t>(parameterObjects_.size()); }

  // Variables.

  VariablePlace placeOfVariable(Id variable) {
    const auto known = places_.find(variable);
    if (known != places_.end()) {
      return known->second;
    }
    if (const Instruction* declared = module_.global(variable)) {
      refuseType(types_.pointee(declared->type));
    }
    return local(variable);
  }

  [[noreturn]] void refuseType(Id type) const {
    const Instruction* declared = module_.global(type);
    const spv::Op op = declared == nullptr ? spv::Op::OpNop : declared->op;
    const bool rays = op == spv::Op::OpTypeRayQueryKHR || op == spv::Op::OpTypeAccelerationStructureKHR;
    throw NotRead{rays ? "ray queries are not supported" : "variables of this type are not supported"};
  }

  /// A variable of a function.
  VariablePlace local(Id variable) {
    for (const Block& block : in_.entry.blocks) {
      for (const Instruction& in : block.code) {
        if (in.result == variable && in.op == spv::Op::OpVariable) {
          const std::uint64_t size = types_.sizeOf({types_.pointee(in.type)});
          if (size == 0 || size > kMostBytesOfThread) {
            refuseType(types_.pointee(in.type));
          }
          const std::uint32_t object =
              add({.name = plainName(in_.nameOf(variable)), .space = Space::Local, .size = size});
          return places_[variable] = {object, Space::Local};
        }
      }
    }
    throw NotRead{"it is not a variable"};
  }

  void declare(Id variable) {
    const Instruction& in = *module_.global(variable);
    const auto storage = static_cast<spv::StorageClass>(in.operands.at(0));
    const Id pointee = types_.pointee(in.type);
    const ValueType& type = types_.of(pointee);
    const std::string called = nameOf(variable, pointee);
    if (type.shape == Shape::None) {
      return;
    }
    switch (storage) {
      case spv::StorageClass::Workgroup:
        enter(variable, called, {.name = called, .space = Space::Shared, .size = types_.sizeOf({pointee})},
              pointee);
        return;
      case spv::StorageClass::Private:
      case spv::StorageClass::Output:
        own(variable, called, pointee);
        outputs_.insert(variable);
        return;
      case spv::StorageClass::Input:
        input(variable, called, pointee);
        return;
      case spv::StorageClass::UniformConstant:
      case spv::StorageClass::Uniform:
      case spv::StorageClass::StorageBuffer:
      case spv::StorageClass::PushConstant:
        resource(variable, storage, called, pointee);
        return;
      case spv::StorageClass::CrossWorkgroup:
        initialized(variable, called, pointee);
        return;
      default:
        return;
    }
  }

  static constexpr std::uint64_t kMostBytesOfThread = 1U << 20U;

  void own(Id variable, const std::string& called, Id pointee) {
    const std::uint64_t size = types_.sizeOf({pointee});
    if (size != 0 && size <= kMostBytesOfThread) {
      places_[variable] = {add({.name = called, .space = Space::Local, .size = size}), Space::Local};
    }
  }

  /// A block without a name of its own is called by its type.
  std::string nameOf(Id variable, Id pointee) const {
    const auto named = module_.names.find(variable);
    const auto type = module_.names.find(pointee);
    const bool nameless = named == module_.names.end() || named->second.empty();
    return plainName(nameless && type != module_.names.end() && !type->second.empty() ? type->second
                                                                                      : in_.nameOf(variable));
  }

  void enter(Id variable, const std::string& called, lowlevel::ObjectDeclaration object, Id pointee) {
    object.place = placeOf(variable);
    if (object.size && *object.size > ValueTypes::kMostBytes) {
      return;
    }
    const Space space = object.space;
    const std::uint32_t number = add(std::move(object));
    places_[variable] = {number, space};
    nameTyped(called, number, {pointee});
  }

  /// A struct of one member is called as the member: a buffer is what is in it.
  void nameTyped(const std::string& called, std::uint32_t object, Laid laid) {
    const auto tail = types_.tail(laid);
    if (types_.of(laid.type).shape == Shape::Struct && types_.of(laid.type).parts.size() == 1 &&
        types_.part(laid, 0).offset == 0) {
      laid = types_.part(laid, 0).laid;
    }
    lowlevel::NamedObject named{called, std::nullopt, object, sourceType(laid)};
    if (tail) {
      named.tailOffset = types_.of(laid.type).shape == Shape::RuntimeArray ? 0 : tail->offset;
      named.tailStride = types_.strideOf(tail->laid);
    }
    made_.names.add(std::move(named));
  }

  /// What is built in an invocation writes for itself; the rest the launch says.
  void input(Id variable, const std::string& called, Id pointee) {
    const Decoration* builtIn = module_.decoration(variable, spv::Decoration::BuiltIn);
    if (builtIn != nullptr && !builtIn->operands.empty() &&
        isToldByLaunch(static_cast<spv::BuiltIn>(builtIn->operands[0]))) {
      own(variable, called, pointee);
      inputs_.insert(variable);
      return;
    }
    enter(variable, called, {.name = called, .size = types_.sizeOf({pointee}), .ofHost = true}, pointee);
  }

  static bool isToldByLaunch(spv::BuiltIn builtIn) {
    switch (builtIn) {
      case spv::BuiltIn::Position:
      case spv::BuiltIn::PointSize:
      case spv::BuiltIn::ClipDistance:
      case spv::BuiltIn::CullDistance:
      case spv::BuiltIn::PrimitiveId:
      case spv::BuiltIn::InvocationId:
      case spv::BuiltIn::Layer:
      case spv::BuiltIn::ViewportIndex:
      case spv::BuiltIn::TessLevelOuter:
      case spv::BuiltIn::TessLevelInner:
      case spv::BuiltIn::TessCoord:
      case spv::BuiltIn::PatchVertices:
      case spv::BuiltIn::PointCoord:
      case spv::BuiltIn::FrontFacing:
      case spv::BuiltIn::SampleId:
      case spv::BuiltIn::SamplePosition:
      case spv::BuiltIn::SampleMask:
        return false;
      default:
        return builtIn < spv::BuiltIn::BaryCoordKHR || builtIn == spv::BuiltIn::DeviceIndex;
    }
  }

  void resource(Id variable, spv::StorageClass storage, const std::string& called, Id pointee) {
    const ValueType type = types_.of(pointee);
    const bool array = type.shape == Shape::Array || type.shape == Shape::RuntimeArray;
    const ValueType& element = array ? types_.of(type.parts[0]) : type;
    const bool handles = element.shape == Shape::Handle;
    const bool descriptors =
        array &&
        (handles || (element.shape == Shape::Struct && storage != spv::StorageClass::UniformConstant));
    if (storage == spv::StorageClass::UniformConstant && !handles) {
      initialized(variable, called, pointee);
      return;
    }
    if (!descriptors) {
      handles ? handle(variable, called, pointee) : buffer(variable, called, pointee, storage);
      return;
    }
    const std::uint32_t count =
        std::min(type.shape == Shape::Array ? type.count : kOpenDescriptors, kMostDescriptors);
    const Instruction& declared = *module_.global(type.parts[0]);
    VariablePlace place{0, Space::Global, count, handles && isImage(declared),
                        handles && !isWritten(declared)};
    for (std::uint32_t i = 0; i < (place.alike ? 1 : count); ++i) {
      const std::string one = place.alike ? called : fmt::format("{}_{}", called, i);
      if (handles) {
        handle(variable, one, type.parts[0]);
      } else {
        buffer(variable, one, type.parts[0], storage);
      }
      place.object = i == 0 ? places_[variable].object : place.object;
    }
    places_[variable] = place;
  }

  const Instruction* imageIn(const Instruction& type) const {
    return type.op == spv::Op::OpTypeSampledImage && !type.operands.empty() ? module_.global(type.operands[0])
                                                                            : &type;
  }
  bool isImage(const Instruction& type) const {
    const Instruction* image = imageIn(type);
    return image != nullptr && image->op == spv::Op::OpTypeImage;
  }
  /// By shaders: then each texel is memory.
  bool isWritten(const Instruction& type) const {
    constexpr std::size_t kDim = 1;
    constexpr std::size_t kSampled = 5;
    constexpr std::size_t kAccess = 7;
    const Instruction* image = imageIn(type);
    if (image == nullptr || image->op != spv::Op::OpTypeImage || image->operands.size() <= kSampled) {
      return false;
    }
    const bool pass = image->operands[kDim] == static_cast<std::uint32_t>(spv::Dim::SubpassData);
    return (image->operands[kSampled] == 2 && !pass) ||
           (module_.isKernel() && image->operands.size() > kAccess && image->operands[kAccess] != 0);
  }

  void handle(Id variable, const std::string& called, Id type) {
    const Instruction& declared = *module_.global(type);
    if (isImage(declared)) {
      places_[variable] = {image(called, declared, placeOf(variable)), Space::Global, 0, true};
    } else {
      places_[variable] = {add({.name = called, .size = 8, .ofHost = true}), Space::Global};
    }
  }

  /// Its texels, or what each read gives; behind that what it says of itself: width, height, depth or layers,
  /// 0; levels, samples, format, order.
  std::uint32_t image(const std::string& called, const Instruction& type, const Place& place) {
    const bool texels = isWritten(type);
    lowlevel::ObjectDeclaration object{.name = called, .place = place, .ofHost = true};
    if (!texels) {
      object.size = kBytesOfImage;
    }
    const std::uint32_t number = add(std::move(object));
    const std::uint32_t info =
        add({.name = called + "_size", .size = kBytesOfImageInfo, .place = place, .ofHost = true});
    const Instruction* image = imageIn(type);
    const ValueType& channel = types_.of(image->operands.empty() ? kNoId : image->operands[0]);
    name(called, number, arrayOf({4, channel.shape == Shape::Float, channel.isSigned}, kBytesOfImage / 4));
    name(called + "_size", info, arrayOf({4, false, true}, kBytesOfImageInfo / 4));
    return number;
  }

  static lowlevel::SourceTypePtr arrayOf(const lowlevel::ElementType& element, std::uint64_t count) {
    lowlevel::SourceType number;
    number.bytes = element.bytes;
    number.element = element;
    lowlevel::SourceType array;
    array.bytes = element.bytes * count;
    array.of = std::make_shared<const lowlevel::SourceType>(std::move(number));
    return std::make_shared<const lowlevel::SourceType>(std::move(array));
  }

  void buffer(Id variable, const std::string& called, Id type, spv::StorageClass storage) {
    const Laid laid{type};
    lowlevel::ObjectDeclaration object{.name = called, .ofHost = true};
    const bool open = types_.tail(laid).has_value();
    if (!open) {
      object.size = types_.sizeOf(laid);
    }
    if (const auto words = open ? std::nullopt : types_.memoryWords(laid)) {
      pointersIn(called, laid, object);
    }
    if (storage == spv::StorageClass::PushConstant) {
      for (const auto& [offset, number] : in_.reflection.pushed) {
        object.words.push_back({offset, static_cast<std::uint64_t>(number) & 0xffff'ffff, 4});
      }
    }
    enter(variable, called, std::move(object), type);
  }

  /// Addresses of buffers that a block holds: each of a buffer of its own where nobody says otherwise.
  void pointersIn(const std::string& called, const Laid& laid, lowlevel::ObjectDeclaration& object) {
    const ValueType type = types_.of(laid.type);
    for (std::uint32_t m = 0; type.shape == Shape::Struct && m < type.parts.size(); ++m) {
      const LaidPart part = types_.part(laid, m);
      const ValueType& member = types_.of(part.laid.type);
      if (member.shape != Shape::Pointer || member.storage != spv::StorageClass::PhysicalStorageBuffer) {
        continue;
      }
      const auto named = module_.memberNames.find({laid.type, m});
      const std::string of = plainName(named == module_.memberNames.end() || named->second.empty()
                                           ? fmt::format("{}_{}", called, m)
                                           : named->second);
      const Laid pointee{member.parts[0]};
      lowlevel::ObjectDeclaration target{.name = of, .ofHost = true};
      const std::uint32_t number = add(std::move(target));
      nameTyped(of, number, pointee);
      object.addresses.push_back({part.offset, number, 0, 8});
    }
  }

  /// Of a program: what its initializer says, else 0.
  void initialized(Id variable, const std::string& called, Id pointee) {
    const Instruction& in = *module_.global(variable);
    lowlevel::ObjectDeclaration object{.name = called, .size = types_.sizeOf({pointee})};
    if (object.size > kMostInitialized) {
      return;
    }
    if (in.operands.size() > 1 && !fill({pointee}, 0, in.operands[1], 0, object)) {
      return;
    }
    enter(variable, called, std::move(object), pointee);
  }

  bool fill(const Laid& laid, std::uint64_t offset, Id constant, unsigned depth,
            lowlevel::ObjectDeclaration& object) {
    constexpr unsigned kDeepestInitializer = 32;
    const Instruction* in = module_.global(constant);
    const ValueType type = types_.of(laid.type);
    if (in == nullptr || depth > kDeepestInitializer) {
      return false;
    }
    if (in->op == spv::Op::OpConstantNull || in->op == spv::Op::OpUndef) {
      return true;
    }
    if (in->op == spv::Op::OpConstantComposite || in->op == spv::Op::OpSpecConstantComposite) {
      for (std::uint32_t i = 0; i < in->operands.size(); ++i) {
        if (!type.isComposite() || i >= type.partCount()) {
          return false;
        }
        const LaidPart part = types_.part(laid, i);
        if (!fill(part.laid, offset + part.offset, in->operands[i], depth + 1, object)) {
          return false;
        }
      }
      return true;
    }
    const auto number = types_.constant(constant);
    const std::uint64_t bytes = types_.sizeOf(laid);
    if (!number || !type.isWord() || offset + bytes > kMostInitialized) {
      return false;
    }
    object.initial.resize(std::max<std::size_t>(object.initial.size(), offset + bytes));
    for (std::uint64_t b = 0; b < bytes; ++b) {
      object.initial[offset + b] = static_cast<std::uint8_t>(*number >> (8 * b));
    }
    return true;
  }

  void origins() {
    auto names = std::make_shared<std::map<std::uint32_t, std::uint16_t>>();
    for (const Block& block : in_.entry.blocks) {
      for (const Instruction& in : block.code) {
        names->emplace(in.origin, static_cast<std::uint16_t>(in.op));
      }
    }
    const std::shared_ptr<const Listing> listing = in_.listing;
    made_.module.originOf = [listing](std::uint32_t number) { return listing->originOf(number); };
    made_.module.placeOf = [listing](std::uint32_t number) { return listing->originOf(number).place; };
    made_.module.nameOf = [listing, names](std::uint32_t number) -> std::string {
      const auto found = names->find(number);
      if (found == names->end()) {
        return "";
      }
      const std::string name = opcodeName(found->second);
      return name == "OpExtInst" ? functionNamedIn(listing->originOf(number).text) : name;
    };
  }

  const LaunchedKernel& in_;
  const Module& module_;
  Diagnostics& diagnostics_;
  ValueTypes types_;
  lowlevel::Kernel made_;
  std::map<Id, VariablePlace> places_;
  std::vector<ParameterPlace> parameters_;
  std::vector<std::uint32_t> parameterObjects_;
  std::set<Id> inputs_;
  std::set<Id> outputs_;
  std::uint32_t undefined_ = 0;
};

}  // namespace

lowlevel::Kernel translate(const LaunchedKernel& launched, Diagnostics& diagnostics) {
  return ModuleTranslator(launched, diagnostics).run();
}

}  // namespace hrfcheck::frontend::spirv
