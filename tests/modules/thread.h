#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "modules/memory.h"

namespace hrfcheck::modules {

/// A call that has not returned.
struct Frame {
  const Function* function = nullptr;
  std::size_t at = 0;
  std::size_t base = 0;  ///< of its .local and .param bytes
  std::vector<std::uint64_t> registers = {};
  std::vector<std::uint8_t> defined = {};

  const Instruction& here() const { return function->code[at]; }
};

enum class Status : std::uint8_t {
  Runs,   ///< its next instruction is an access to memory that threads share
  Block,  ///< waits at a barrier of its block
  Warp,   ///< waits for the lanes that an instruction names
  Ended,
  Failed
};

struct ThreadState {
  Status status = Status::Runs;
  bool carry = false;
  std::vector<Frame> frames = {};
  std::string local = {};

  Frame& top() { return frames.back(); }
  const Frame& top() const { return frames.back(); }
};

/// All there is at a moment.
struct State {
  std::string global;
  std::vector<std::string> shared;  ///< by block
  std::vector<ThreadState> threads;

  /// The same for two states only if they are the same.
  std::string key() const;
};

/// Executes instructions of one thread.
class Executor {
 public:
  Executor(const Module& module, const Launch& launch);

  const MemoryMap& map() const { return map_; }
  State initial() const;
  /// Executes what no other thread can notice, and stops in front of the next thing that one can.
  void runAlone(State& state, unsigned thread) const;
  /// Executes the access in front of which a thread stands. False: it is out of bounds.
  bool access(State& state, unsigned thread) const;

  std::uint64_t valueOf(const State& state, unsigned thread, const Operand& operand, const Type& type) const;
  void write(ThreadState& thread, const Operand& target, std::uint64_t value, const Type& type) const;

 private:
  struct Bytes {
    std::string* memory = nullptr;
    std::size_t at = 0;
    bool shared = false;  ///< by threads
  };

  bool isAccess(const State& state, unsigned thread) const;
  Bytes bytesOf(State& state, unsigned thread, const Instruction& in, const Operand& address,
                unsigned size) const;
  std::uint64_t genericAddress(const State& state, unsigned thread, const Instruction& in,
                               const Operand& address) const;
  void compute(State& state, unsigned thread, const Instruction& in) const;
  void move(State& state, unsigned thread, const Instruction& in) const;
  void setPredicates(State& state, unsigned thread, const Instruction& in) const;
  void convertAddress(State& state, unsigned thread, const Instruction& in) const;
  void loadOrStore(State& state, unsigned thread, const Instruction& in, const Bytes& bytes) const;
  void update(State& state, unsigned thread, const Instruction& in, const Bytes& bytes) const;
  void call(State& state, unsigned thread, const Instruction& in) const;
  void leave(State& state, unsigned thread) const;
  std::uint64_t special(unsigned thread, const std::string& name) const;
  std::optional<std::size_t> placeInFrame(const Frame& frame, const std::string& name) const;

  const Module& module_;
  const Launch& launch_;
  MemoryMap map_;
};

}  // namespace hrfcheck::modules
