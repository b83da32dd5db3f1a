#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontend/launch/grid.h"
#include "frontend/shared/names.h"
#include "frontend/spirv/kernel/pointers.h"
#include "frontend/spirv/module/header.h"

namespace hrfcheck::frontend::spirv {

/// An object in memory: a variable or what a parameter of a kernel points to. Its locations are the numbers
/// that its type consists of, or, where the code accesses it in other pieces than these, cells of one size.
/// An address is the object's plus the offset in bytes.
struct Object {
  /// How many instances there are.
  enum class Shared { Everywhere, Group, Nobody };

  Id id = kNoId;
  std::string name;
  Shared shared = Shared::Everywhere;
  spv::StorageClass storage = spv::StorageClass::Max;
  Id type = kNoId;
  std::uint32_t runtimeCount = 0;  ///< of its runtime array
  std::uint64_t size = 0;          ///< in bytes
  std::uint64_t ownSize = 0;       ///< without the memory behind it that is taken to hold any value
  std::uint64_t copyStride = 1;    ///< bytes from one copy of it in that memory to the next
  std::vector<Leaf> leaves;        ///< by offset
  std::vector<Value> initial;      ///< by leaf
  std::uint32_t cell = 0;          ///< bytes in a cell; 0: each leaf is one
  std::vector<Leaf> cells;         ///< the locations
  bool parameter = false;          ///< of a kernel: as many elements of its type as are said
  bool single = false;             ///< a parameter that is said to point to one element, no array
  std::vector<Value> addresses;    ///< of the instances
  std::vector<LocationId> first;   ///< of the instances, their first location
};

/// What an instruction does to one location of an access.
struct AccessPiece {
  std::uint64_t offset;  ///< from the pointer
  std::uint32_t shift;   ///< where its bits are in the number, from the lowest
  IntegerKind kind;      ///< of the location
};
/// A number that is accessed, in as many pieces as its object has it in.
struct AccessedLeaf {
  Leaf leaf;
  std::vector<AccessPiece> pieces;
};

/// What is said of the memory of a kernel beside its code, by the variable or parameter: the values that it
/// begins with, and the numbers in it that conditions speak of.
struct SaidOfMemory {
  std::map<Id, InputValue> values;
  std::map<Id, std::uint32_t> sizes;  ///< elements of an array whose size its type does not say
  std::set<Id> single;                ///< parameters that point to one element, which is no array
  std::set<Id> mentioned;             ///< and so there, even if nothing accesses them
  std::vector<std::pair<Id, std::vector<std::uint32_t>>> paths;  ///< of the numbers mentioned
  bool goesOn = false;   ///< memory that holds any value follows each object
  std::set<Id> open;     ///< variables and parameters whose memory holds what nothing says...
  Value openNumber = 0;  ///< ... which is taken to be this
};

/// The memory of a launched kernel.
class Memory {
 public:
  /// What is known of the module, and who reports what.
  struct Context {
    const Module& module;
    Types& types;
    const Pointers& pointers;
    const Grid& grid;
    std::function<std::string(Id)> nameOf;  ///< of objects, for people
    std::function<Place(const Instruction&)> placeOf;
    std::function<Place(Id)> declarationOf;
    SourcePtr source;  ///< of the lines that say values
    Names& names;
    Diagnostics& diagnostics;
  };

  explicit Memory(Context context) : in_(std::move(context)) {}

  /// Finds the objects among variables and parameters, and declares their locations.
  void declare(const std::vector<Id>& roots, const SaidOfMemory& said);

  /// Null for what is no object of its own.
  const Object* object(Id root) const;
  Value addressOf(const Object& object, ThreadId thread) const;
  /// How an access is done; null after an error that was reported when it was declared.
  const std::vector<AccessedLeaf>* access(const Instruction& in, Id pointer) const;
  /// The storage class of what a pointer may point to; Generic where there are several.
  spv::StorageClass storageOf(Id pointer) const;
  /// The leaf that a path of indices leads to; nothing if it leads elsewhere.
  std::optional<Leaf> leafAt(const Object& object, const std::vector<std::uint32_t>& path);
  /// The locations that hold a leaf in an instance, lowest bits first.
  std::vector<LocationId> locationsOf(const Object& object, const Leaf& leaf, std::size_t instance) const;

 private:
  /// An access as far as one object is concerned.
  struct Reach {
    const Target* target;
    const Instruction* instruction;
    Leaf leaf;
    bool atomic;
  };

  void find(Id root, const SaidOfMemory& said);
  bool layOut(Object& object, const SaidOfMemory& said);
  bool reachesFirstOnly(const Object& object, const SaidOfMemory& said);
  std::uint32_t sizeOf(const Object& object, const SaidOfMemory& said, bool parameter);
  void initialize(Object& object, const SaidOfMemory& said);
  bool mayEndBefore(const Object& object) const;
  void goOn(Object& object);
  void assign(Object& object, Id type, std::uint64_t offset, const InputValue& value);
  void assignParts(Object& object, Id type, std::uint64_t offset, const InputValue& value);
  bool collectReaches();
  static bool fits(const Object& object, const Reach& reach);
  void cut(Object& object, const SaidOfMemory& said);
  void signs(Object& object);
  void enter(Object& object);
  void enterInstance(Object& object, const std::string& name);
  std::vector<LocationId> declareCells(const Object& object, const std::string& name, Value number);
  static Value initialOf(const Object& object, const Leaf& cell);
  void markAtomics(const Object& object);
  void plan(const MemoryAccess& access);
  std::optional<AccessedLeaf> planned(const MemoryAccess& access, const Leaf& leaf, const Target& target);
  std::string uniqueName(Id root);
  std::optional<std::string> memberName(Id type, std::uint32_t member, std::uint32_t members) const;
  /// The names of the numbers in a value of a type by their offsets: "[0].f1[2]". Members may lie in any
  /// order, and among those of another member (SPIR-V says only that they do not overlap).
  void addLeafNames(Id type, std::uint64_t offset, const std::string& path, std::uint32_t runtimeCount,
                    std::map<std::uint64_t, std::string>& names);

  Context in_;
  std::set<std::string> taken_;
  std::map<Id, Object> objects_;
  std::map<Id, std::vector<Reach>> reaches_;  ///< by root
  std::map<std::pair<const Instruction*, Id>, std::vector<AccessedLeaf>> accesses_;
};

}  // namespace hrfcheck::frontend::spirv
