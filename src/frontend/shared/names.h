#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "program/ir/program.h"

namespace hrfcheck::frontend {

/// A variable or an array: `size` locations from `first` on, at consecutive addresses.
struct MemoryObject {
  std::string name;
  LocationId first = 0;
  std::uint32_t size = 1;
  bool array = false;
  std::string reference = {};  ///< Instruction::reference of accesses through this name
};

/// Most memory cells of a test: sixteen of the largest arrays.
inline constexpr std::size_t kMaxLocations = 65'536;

/// The names of a program while it is read. Everything declared here is entered into the program at once.
class Names {
 public:
  /// `program` must outlive this.
  explicit Names(Program& program) : program_(program) {}

  const Program& program() const { return program_; }

  /// The variable or array of that name, or null.
  const MemoryObject* object(std::string_view name) const;
  /// The objects that are fields of a struct of that name (`q` has `q.head`, `q` or `q[1]` has `q[1].head`),
  /// in the order of declaration; none if it is not a struct.
  std::vector<const MemoryObject*> fieldsOf(std::string_view name) const;
  /// Whether this many more locations may be declared.
  bool hasRoom(std::size_t count) const { return count <= kMaxLocations - program_.locations.size(); }
  /// Declares it with initial values 0; the name must be new, and there must be room for it.
  const MemoryObject& declare(std::string name, std::uint32_t size, bool array);
  /// Another name, which must be new, of an object.
  enum class Aliases {
    OtherReference,  ///< accesses through it are by a reference of their own
    SameReference    ///< it is one more way to the same reference
  };
  void declareAlias(std::string name, const MemoryObject& object, Aliases kind);
  /// The first of `count` object numbers in a row that declare() will not give away. Addresses: see
  /// kAddressBase.
  Value reserve(Value count);
  /// The same as declare, with a reserved object number.
  /// @param offset cells from the beginning of the object, in which others may have been declared
  const MemoryObject& declareAt(Value number, std::string name, std::uint32_t size, bool array,
                                Value offset = 0);
  /// C: says what the cells of an object hold that nobody has declared, from one of them on.
  void settleKind(LocationId id, std::optional<IntegerKind> kind);
  MemoryLocation& location(LocationId id) { return program_.locations[id]; }
  Value addressOf(const MemoryObject& object, Value index = 0) const;

  std::optional<RegisterId> findRegister(ThreadId thread, std::string_view name) const;
  /// The register of that name, made if new.
  RegisterId addRegister(ThreadId thread, std::string_view name);
  void setInitial(ThreadId thread, RegisterId reg, Value value);
  bool hasInitial(ThreadId thread, RegisterId reg) const { return initial_.count({thread, reg}) != 0; }
  /// A pointer parameter of a thread that the code does not change: no register stands for it until a
  /// condition speaks of it.
  void declareParameter(ThreadId thread, std::string_view name, Value address);
  /// The register that stands for a parameter from now on; nothing where there is no such parameter.
  std::optional<RegisterId> registerOfParameter(ThreadId thread, std::string_view name);
  void noteWritten(ThreadId thread, RegisterId reg) { written_.insert({thread, reg}); }
  bool isWritten(ThreadId thread, RegisterId reg) const { return written_.count({thread, reg}) != 0; }

  /// C: a variable that is declared as an integer. One that several blocks declare as different ones may hold
  /// any.
  void noteKind(ThreadId thread, RegisterId reg, IntegerKind kind) {
    IntegerKind& known = kinds_.try_emplace({thread, reg}, kind).first->second;
    known = known == kind ? known : IntegerKind{};
  }
  /// The integers that a register or a location is declared to hold; nothing where no declaration says so.
  std::optional<IntegerKind> kindOf(const StateVariable& variable) const;

  /// Names of broken code, which may be anything: no errors about them.
  void noteDoubtful(std::string_view name) { doubtful_.emplace(name); }
  bool isDoubtful(std::string_view name) const { return doubtful_.count(name) != 0; }

  /// For "did you mean" hints: none after a hundred calls, since a text with that many unknown names is
  /// helped by nothing.
  std::vector<std::string> objectNames() const;
  std::vector<std::string> registerNames(ThreadId thread) const { return program_.threads[thread].registers; }

 private:
  using RegisterKey = std::pair<ThreadId, RegisterId>;

  Program& program_;
  Value nextNumber_ = 0;
  mutable unsigned hints_ = 0;
  std::map<std::string, MemoryObject, std::less<>> objects_;
  std::map<std::pair<ThreadId, std::string>, RegisterId> registers_;
  std::map<std::pair<ThreadId, std::string>, Value> parameters_;
  std::map<RegisterKey, IntegerKind> kinds_;
  std::set<RegisterKey> initial_;
  std::set<RegisterKey> written_;
  std::set<std::string, std::less<>> doubtful_;
};

/// The local memory that a launch gives to the votes of barriers (`__syncthreads_or`, `bar.red`). It is of
/// the implementation: final states do not list it.
inline constexpr std::string_view kVoteCells = "__votes";

/// And to lanes that give each other numbers which are read from memory (program/flow/lane_exchanges.h).
inline constexpr std::string_view kLaneCells = "__lanes";

}  // namespace hrfcheck::frontend
