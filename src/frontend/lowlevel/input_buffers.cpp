#include <algorithm>
#include <set>

#include "frontend/lowlevel/inputs.h"
#include "frontend/lowlevel/module/address_map.h"

// Buffers of lines `init`: names that nothing has, which pointers are told to lead to.

namespace hrfcheck::frontend::lowlevel {

/// Whether pointers that it names are told where to lead.
bool InputReader::leadsToBuffer(const Entry& entry) const {
  return entry.named != nullptr && entry.named->parameter && entry.path.empty() && !entry.count &&
         !entry.list && entry.values.size() == 1 && bufferIn(entry.values.front());
}

/// Names that nothing has are buffers where some value names them. They are made before anything is told to
/// lead there: then it is known what their elements are.
void InputReader::nameBuffers() {
  for (const Entry& one : entries_) {
    if (one.named == nullptr) {
      buffers_.try_emplace(one.name);
    }
  }
  std::set<std::string, std::less<>> used;
  for (const Entry& one : entries_) {
    for (const std::string_view value : one.values) {
      if (const auto buffer = bufferIn(value)) {
        used.emplace(*buffer);
      }
    }
  }
  for (const Entry& one : entries_) {
    if (one.named == nullptr && !used.contains(one.name)) {
      unknownName(one);
    }
  }
  std::erase_if(buffers_, [&](const auto& buffer) { return !used.contains(buffer.first); });
  for (auto& [name, buffer] : buffers_) {
    makeBuffer(name);
  }
  for (Entry& one : entries_) {
    if (one.named == nullptr && buffers_.contains(one.name)) {
      one.named = names_.find(one.name).front();
      apply(one);
      one.named = nullptr;
    }
  }
}

void InputReader::makeBuffer(const std::string& name) {
  Buffer& buffer = buffers_.at(name);
  buffer.object = static_cast<std::uint32_t>(module_.objects.size());
  ObjectDeclaration object;
  object.name = name;
  object.space = Space::Global;
  NamedObject named{name, std::nullopt, buffer.object};
  for (const Entry& one : entries_) {
    if (!leadsToBuffer(one) || bufferIn(one.values.front()) != name) {
      continue;
    }
    object.place = module_.objects[one.named->object].place;
    std::vector<const NamedObject*> pointers = one.others;
    pointers.push_back(one.named);
    for (const NamedObject* pointer : pointers) {
      named.type = named.type == nullptr ? pointer->pointsTo : named.type;
      const auto uses = uses_.pointedTo.find(pointer->object);
      if (uses != uses_.pointedTo.end()) {
        buffer.uses.insert(buffer.uses.end(), uses->second.begin(), uses->second.end());
      }
    }
  }
  module_.objects.push_back(std::move(object));
  names_.add(std::move(named));
}

/// `flags`, and that of `&flags[1]`; nothing where no buffer is called so.
std::optional<std::string_view> InputReader::bufferIn(std::string_view value) const {
  if (value.starts_with('&')) {
    value = value.substr(1, value.find('[') - 1);
  }
  const auto found = buffers_.find(value);
  return found == buffers_.end() ? std::nullopt : std::optional<std::string_view>(found->first);
}

std::optional<std::uint64_t> InputReader::addressIn(std::string_view value) {
  const auto name = bufferIn(value);
  if (!name) {
    return std::nullopt;
  }
  const Buffer& buffer = buffers_.find(*name)->second;
  std::uint64_t element = 0;
  if (const std::size_t bracket = value.find('['); bracket != std::string_view::npos) {
    const auto index =
        value.ends_with(']') ? countIn(value.substr(bracket + 1, value.size() - bracket - 2)) : std::nullopt;
    if (!index) {
      return std::nullopt;
    }
    element = *index;
  }
  return addressOf(Space::Global, buffer.object) + element * buffer.elementBytes;
}

}  // namespace hrfcheck::frontend::lowlevel
