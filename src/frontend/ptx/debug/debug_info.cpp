#include "frontend/ptx/debug/debug_info.h"

#include <algorithm>
#include <array>

namespace hrfcheck::frontend::ptx {
namespace {

using lowlevel::ElementType;
using lowlevel::SourceField;
using lowlevel::SourceType;
using lowlevel::SourceTypePtr;

// Tags and encodings (DWARF 4, 7.5.4, 7.8).
constexpr std::uint64_t kTagArray = 0x01;
constexpr std::uint64_t kTagClass = 0x02;
constexpr std::uint64_t kTagEnumeration = 0x04;
constexpr std::uint64_t kTagParameter = 0x05;
constexpr std::uint64_t kTagMember = 0x0d;
constexpr std::uint64_t kTagPointer = 0x0f;
constexpr std::uint64_t kTagReference = 0x10;
constexpr std::uint64_t kTagStruct = 0x13;
constexpr std::uint64_t kTagUnion = 0x17;
constexpr std::uint64_t kTagInheritance = 0x1c;
constexpr std::uint64_t kTagDimension = 0x21;
constexpr std::uint64_t kTagBase = 0x24;
constexpr std::uint64_t kTagSubprogram = 0x2e;
constexpr std::uint64_t kTagVariable = 0x34;
constexpr std::uint64_t kTagOtherReference = 0x42;  // &&
constexpr std::array<std::uint64_t, 5> kTagsOfOtherNames = {0x16, 0x26, 0x35, 0x37,
                                                            0x47};  // typedef, const ...
constexpr std::uint64_t kFloatEncoding = 4;
constexpr std::array<std::uint64_t, 2> kSignedEncodings = {5, 6};
constexpr unsigned kDeepestType = 64;
constexpr std::uint64_t kLargestNumber = 8;

template <typename Range>
bool isOneOf(const Range& range, std::uint64_t value) {
  return std::ranges::find(range, value) != range.end();
}

class DebugReader {
 public:
  explicit DebugReader(DebugEntries entries) : entries_(std::move(entries)) {}

  DebugInformation run() {
    DebugInformation result;
    for (const auto& [place, entry] : entries_) {
      if (entry.tag == kTagSubprogram) {
        function(entry, result);
      } else if (entry.tag == kTagVariable && !entry.address.empty()) {
        const DebugEntry& declared = declarationOf(entry);
        const SourceTypePtr type = typeAt(entry.type != 0 ? entry.type : declared.type);
        if (type != nullptr) {
          result.variables.insert_or_assign(entry.address, type);
        }
      }
    }
    return result;
  }

 private:
  const DebugEntry* entryAt(std::uint64_t place) const {
    const auto found = place == 0 ? entries_.end() : entries_.find(place);
    return found == entries_.end() ? nullptr : &found->second;
  }

  /// The entry that says what this one leaves out; else itself.
  const DebugEntry& declarationOf(const DebugEntry& entry) const {
    const DebugEntry* declared = entryAt(entry.declaration);
    return declared == nullptr ? entry : *declared;
  }

  void function(const DebugEntry& entry, DebugInformation& into) {
    const DebugEntry& declared = declarationOf(entry);
    const std::string& name = !entry.linkageName.empty()      ? entry.linkageName
                              : !declared.linkageName.empty() ? declared.linkageName
                                                              : declared.name;
    std::vector<DebugParameter> parameters;
    for (const std::uint64_t child : entry.children) {
      if (entries_.at(child).tag == kTagParameter) {
        parameters.push_back(parameter(entries_.at(child)));
      }
    }
    if (!parameters.empty()) {
      into.parameters.insert_or_assign(name, std::move(parameters));
    }
  }

  DebugParameter parameter(const DebugEntry& entry) {
    const DebugEntry& named = entry.name.empty() ? declarationOf(entry) : entry;
    DebugParameter result{named.name, typeAt(named.type)};
    const DebugEntry* type = plain(named.type);
    if (type != nullptr && isPointer(*type)) {
      result.pointsTo = typeAt(type->type);
    }
    return result;
  }

  static bool isPointer(const DebugEntry& entry) {
    return entry.tag == kTagPointer || entry.tag == kTagReference || entry.tag == kTagOtherReference;
  }

  /// A type behind its other names.
  const DebugEntry* plain(std::uint64_t place) const {
    const DebugEntry* type = entryAt(place);
    for (unsigned depth = 0; type != nullptr && depth < kDeepestType && isOneOf(kTagsOfOtherNames, type->tag);
         ++depth) {
      type = entryAt(type->type);
    }
    return type;
  }

  /// Null where nothing is known of it: `void`.
  SourceTypePtr typeAt(std::uint64_t place, unsigned depth = 0) {
    const DebugEntry* entry = plain(place);
    if (entry == nullptr || depth > kDeepestType) {
      return nullptr;
    }
    if (const auto known = types_.find(entry); known != types_.end()) {
      return known->second;
    }
    types_.emplace(entry, nullptr);  // nothing is inside of itself
    return types_[entry] = made(*entry, depth);
  }

  SourceTypePtr made(const DebugEntry& entry, unsigned depth) {
    SourceType type;
    type.pointer = isPointer(entry);
    type.bytes = type.pointer ? kDebugAddressBytes : entry.bytes;
    if (entry.tag == kTagArray) {
      return arrayOf(entry, depth);
    }
    if (entry.tag == kTagStruct || entry.tag == kTagClass) {
      for (const std::uint64_t child : entry.children) {
        const DebugEntry& member = entries_.at(child);
        if ((member.tag == kTagMember || member.tag == kTagInheritance) && !member.isStatic) {
          type.fields.push_back({member.name, member.offset, typeAt(member.type, depth + 1)});
        }
      }
    } else if (entry.tag != kTagUnion && 0 < type.bytes && type.bytes <= kLargestNumber &&
               (entry.tag == kTagBase || entry.tag == kTagEnumeration || type.pointer)) {
      type.element = ElementType{static_cast<unsigned>(type.bytes),
                                 entry.tag == kTagBase && entry.encoding == kFloatEncoding,
                                 isOneOf(kSignedEncodings, entry.encoding)};
    }
    return type.bytes == 0 ? nullptr : std::make_shared<const SourceType>(std::move(type));
  }

  /// Of several dimensions, the last one is that of the innermost arrays. One without a size has one element.
  SourceTypePtr arrayOf(const DebugEntry& entry, unsigned depth) {
    SourceTypePtr type = typeAt(entry.type, depth + 1);
    for (auto child = entry.children.rbegin(); child != entry.children.rend(); ++child) {
      const DebugEntry& dimension = entries_.at(*child);
      if (type != nullptr && dimension.tag == kTagDimension) {
        SourceType array;
        array.bytes = type->bytes * std::max<std::uint64_t>(dimension.count, 1);
        array.of = type;
        type = std::make_shared<const SourceType>(std::move(array));
      }
    }
    return type;
  }

  DebugEntries entries_;
  std::map<const DebugEntry*, SourceTypePtr> types_;
};

}  // namespace

DebugInformation debugInformationOf(const DebugSection& information, const DebugSection& abbreviations,
                                    const DebugStrings& strings) {
  return DebugReader(readDebugEntries(information, abbreviations, strings)).run();
}

}  // namespace hrfcheck::frontend::ptx
