#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "modules/syntax.h"

namespace hrfcheck::modules {

/// How a module is launched: what its parameters are.
struct Launch {
  unsigned blocks = 1;
  unsigned items = 2;
  std::map<std::string, std::vector<std::uint8_t>> objects = {};  ///< of parameters that are pointers
  std::map<std::string, std::uint64_t> numbers = {};              ///< of others

  unsigned threads() const { return blocks * items; }
};

/// Where the bytes of a generic address are.
struct Where {
  enum class Space { Nowhere, Global, Shared, Local };
  Space space = Space::Nowhere;
  std::size_t at = 0;  ///< in that memory
};

/// Where objects lie: global memory, and the shared memory of a block, are strings of bytes.
class MemoryMap {
 public:
  static constexpr std::uint64_t kSharedWindow = 0x2000'0000'0000;
  static constexpr std::uint64_t kLocalWindow = 0x3000'0000'0000;

  MemoryMap(const Module& module, const Launch& launch);

  /// What an object's name, or the parameter that points to it, is as a number.
  std::optional<std::uint64_t> addressOf(const std::string& object) const;
  /// The bytes of an access that is whole within an object; those of local memory are not looked at here.
  Where whereIs(std::uint64_t genericAddress, unsigned bytes) const;
  /// The initial contents.
  const std::string& global() const { return global_; }
  const std::string& shared() const { return shared_; }
  /// The bytes of all objects of global memory, or of a block's shared memory.
  std::map<std::string, std::string> globalObjects(const std::string& global) const;
  std::map<std::string, std::string> sharedObjects(const std::string& shared) const;

 private:
  struct Object {
    bool shared;
    std::uint64_t address;
    std::size_t at;
    std::size_t size;
  };
  std::map<std::string, std::string> objectsIn(const std::string& memory, bool shared) const;
  void add(const std::string& name, bool shared, std::uint64_t size,
           const std::vector<std::uint8_t>& initial);

  std::map<std::string, Object> objects_;
  std::string global_;
  std::string shared_;
};

}  // namespace hrfcheck::modules
