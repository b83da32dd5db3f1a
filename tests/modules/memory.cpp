#include "modules/memory.h"

namespace hrfcheck::modules {
namespace {

constexpr std::uint64_t kGlobal = 0x7000'0000'0000;
/// Between objects there is room, so that who leaves one is in none.
constexpr std::uint64_t kGlobalStride = 0x1'0000'0000;
constexpr std::uint64_t kSharedStride = 0x1000;

}  // namespace

MemoryMap::MemoryMap(const Module& module, const Launch& launch) {
  for (const Variable& variable : module.variables) {
    add(variable.name, variable.space == "shared", variable.size, variable.initial);
  }
  for (const auto& [name, bytes] : launch.objects) {
    add(name, false, bytes.size(), bytes);
  }
}

void MemoryMap::add(const std::string& name, bool shared, std::uint64_t size,
                    const std::vector<std::uint8_t>& initial) {
  std::string& memory = shared ? shared_ : global_;
  const std::uint64_t number = objects_.size();
  const std::uint64_t address = shared ? number * kSharedStride : kGlobal + number * kGlobalStride;
  objects_[name] = {shared, address, memory.size(), size};
  for (std::uint64_t i = 0; i < size; ++i) {
    memory.push_back(i < initial.size() ? static_cast<char>(initial[i]) : '\0');
  }
}

std::optional<std::uint64_t> MemoryMap::addressOf(const std::string& object) const {
  const auto found = objects_.find(object);
  return found == objects_.end() ? std::nullopt : std::optional(found->second.address);
}

Where MemoryMap::whereIs(std::uint64_t genericAddress, unsigned bytes) const {
  if (genericAddress >> 32 == kLocalWindow >> 32) {
    return {Where::Space::Local, genericAddress - kLocalWindow};
  }
  for (const auto& [name, object] : objects_) {
    const std::uint64_t begin = object.address + (object.shared ? kSharedWindow : 0);
    if (genericAddress >= begin && genericAddress - begin + bytes <= object.size) {
      return {object.shared ? Where::Space::Shared : Where::Space::Global,
              object.at + (genericAddress - begin)};
    }
  }
  return {};
}

std::map<std::string, std::string> MemoryMap::objectsIn(const std::string& memory, bool shared) const {
  std::map<std::string, std::string> result;
  for (const auto& [name, object] : objects_) {
    if (object.shared == shared) {
      result[name] = memory.substr(object.at, object.size);
    }
  }
  return result;
}

std::map<std::string, std::string> MemoryMap::globalObjects(const std::string& global) const {
  return objectsIn(global, false);
}

std::map<std::string, std::string> MemoryMap::sharedObjects(const std::string& shared) const {
  return objectsIn(shared, true);
}

}  // namespace hrfcheck::modules
