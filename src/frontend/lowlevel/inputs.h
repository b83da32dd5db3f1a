#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/launch/directives.h"
#include "frontend/lowlevel/module/object_uses.h"
#include "frontend/lowlevel/module/source_type.h"
#include "frontend/lowlevel/specialize/launch_facts.h"
#include "util/diagnostic.h"

namespace hrfcheck::frontend::lowlevel {

/// Numbers that have names in the source, and so in lines that speak of a launch.
using Constants = std::map<std::string, Value, std::less<>>;

/// What an object is called by those who launch a kernel.
struct NamedObject {
  std::string name;                                       ///< "param_0", "arrived"
  std::optional<std::uint32_t> parameter = std::nullopt;  ///< its number, of a parameter of the entry
  std::uint32_t object = 0;                               ///< the variable, or the parameter itself
  SourceTypePtr type = nullptr;                           ///< where the source is known
  SourceTypePtr pointsTo = nullptr;                       ///< of a parameter that is a pointer there
  /// Bytes before, and of an element of, the array of no length of its own that the object ends in: a number
  /// of elements is one of its elements.
  std::uint64_t tailOffset = 0;
  std::uint64_t tailStride = 0;
  std::string launch = {};  ///< of a parameter, where several kernels are launched: what its launch is called
  std::string kernel = {};  ///< of a parameter: its entry
};

/// The names of an entry's parameters and of the objects that it may access.
class LaunchNames {
 public:
  void add(NamedObject object) { objects_.push_back(std::move(object)); }
  const std::deque<NamedObject>& all() const { return objects_; }
  /// All of a name, or of a number of parameters: a variable, or what is called so in any launch; `send.flag`
  /// is that of one launch, or of all launches of one kernel.
  std::vector<const NamedObject*> find(std::string_view text) const;
  /// Whether it is what a launch or its kernel is called, where there are several.
  bool isLaunch(std::string_view text) const;
  const NamedObject* of(std::uint32_t object) const;

 private:
  std::deque<NamedObject> objects_;
};

/// Reads lines `init` into what is known of a launch. Parameters that are pointers get objects of their own,
/// which are added to the module: `0[4] = {1, 2}`, `param_1 = zeros(36)`, `f32 x[64] = 1.0`; others get
/// values: `3 = 64`. Where the source is known, what has fields is given by them: `ring.head = 0`. A name
/// that nothing has is that of a buffer which pointers are told to lead to: `f[2]; send.flag = f; peers = {f,
/// g}`.
class InputReader {
 public:
  InputReader(Module& module, LaunchFacts& facts, LaunchNames& names, const Constants& constants,
              const ObjectUses& uses, const SourcePtr& source, Diagnostics& diagnostics)
      : module_(module),
        facts_(facts),
        names_(names),
        constants_(constants),
        uses_(uses),
        source_(source),
        diagnostics_(diagnostics) {}

  void run(const Directives& directives);

  /// By object: the type of its elements, as it is said or the only one that the code uses.
  const std::map<std::uint32_t, ElementType>& types() const { return types_; }
  /// Objects of which something is said that only arrays have: a number of elements, several values.
  const std::set<std::uint32_t>& arrays() const { return arrays_; }
  /// By object: what somebody says, or the source, of its elements.
  const std::map<std::uint32_t, ObjectShape>& shapes() const { return shapes_; }
  /// By parameter: the object that it points to.
  const std::map<std::uint32_t, std::uint32_t>& pointees() const { return pointees_; }
  /// Whether pointers are told to lead to buffers.
  bool hasBuffers() const { return !buffers_.empty(); }

 private:
  struct Entry {
    std::optional<ElementType> type = std::nullopt;
    std::string name = {};  ///< as written
    const NamedObject* named = nullptr;
    std::vector<const NamedObject*> others = {};  ///< of other launches, of the same name
    std::string_view path = {};                   ///< to a field
    std::optional<std::uint64_t> count = std::nullopt;
    std::vector<std::string_view> values = {};
    bool list = false;
    std::optional<std::uint64_t> zeros = std::nullopt;  ///< bytes
    bool iota = false;
    Span span = {};
  };

  /// What lines call by a name of their own.
  struct Buffer {
    std::uint32_t object = 0;
    unsigned elementBytes = 0;
    std::vector<ElementType> uses = {};  ///< by the code
  };

  void line(Span span);
  void unknownName(const Entry& entry);
  void nameBuffers();
  void makeBuffer(const std::string& name);
  bool leadsToBuffer(const Entry& entry) const;
  std::optional<std::string_view> bufferIn(std::string_view value) const;
  std::optional<std::uint64_t> addressIn(std::string_view value);
  bool isToldTwice(const Entry& entry, bool own) const;
  void pointTogether(const std::vector<const NamedObject*>& parameters, std::string_view called);
  std::optional<Entry> entry(Span span);
  void apply(const Entry& entry);
  void applyScalar(const Entry& entry, std::uint32_t object);
  void applyObject(const Entry& entry, std::uint32_t object);
  void applyField(const Entry& entry);
  void fill(const Entry& entry, std::uint32_t object, const std::vector<SourceNumbers>& numbers,
            std::uint64_t begin);
  std::uint32_t pointee(const NamedObject& parameter, std::string_view called = {});
  bool isPointer(const Entry& entry) const;
  std::optional<std::uint64_t> countIn(std::string_view text) const;
  /// A constant's value; other texts as they are.
  std::string valueOf(std::string_view text);
  ElementType typeOf(const Entry& entry, std::uint32_t object);
  void pointRest();
  void shapeRest();
  void fail(Span span, const std::string& message, const std::string& hint = "");

  Module& module_;
  LaunchFacts& facts_;
  LaunchNames& names_;
  const Constants& constants_;
  const ObjectUses& uses_;
  const SourcePtr& source_;
  Diagnostics& diagnostics_;
  std::map<std::uint32_t, ElementType> types_;
  std::map<std::uint32_t, ObjectShape> shapes_;
  std::map<std::uint32_t, std::uint32_t> pointees_;
  std::set<std::uint32_t> arrays_;
  std::vector<Entry> entries_;
  std::map<std::string, Buffer, std::less<>> buffers_;
  bool restIsZero_ = false;
};

}  // namespace hrfcheck::frontend::lowlevel
