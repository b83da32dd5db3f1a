// DWARF Debugging Information Format, version 4, chapter 7: entries are read one behind the other, and only
// functions and their parameters are looked at. What is not understood ends the reading: names are a help.

#include "frontend/ptx/debug_info.h"

#include <algorithm>
#include <array>
#include <optional>

namespace hrfcheck::frontend::ptx {
namespace {

// Tags, attributes and encodings (7.5.4, 7.8).
constexpr std::uint64_t kTagParameter = 0x05;
constexpr std::uint64_t kTagPointer = 0x0f;
constexpr std::uint64_t kTagReference = 0x10;
constexpr std::uint64_t kTagBase = 0x24;
constexpr std::uint64_t kTagEnumeration = 0x04;
constexpr std::uint64_t kTagSubprogram = 0x2e;
constexpr std::array<std::uint64_t, 4> kTagsOfOtherNames = {0x16, 0x26, 0x35, 0x37};  // typedef, const, ...
constexpr std::uint64_t kName = 0x03;
constexpr std::uint64_t kByteSize = 0x0b;
constexpr std::uint64_t kEncoding = 0x3e;
constexpr std::uint64_t kType = 0x49;
constexpr std::uint64_t kSpecification = 0x47;
constexpr std::uint64_t kAbstractOrigin = 0x31;
constexpr std::uint64_t kFloatEncoding = 4;
constexpr std::array<std::uint64_t, 2> kSignedEncodings = {5, 6};
constexpr unsigned kDeepestType = 64;
constexpr std::uint64_t kLinkageName = 0x6e;
constexpr std::uint64_t kMipsLinkageName = 0x2007;
constexpr std::size_t kHeaderBytes = 11;  // of a unit: length, version, offset, size of addresses

class Bytes {
 public:
  explicit Bytes(const DebugSection& section, std::size_t at = 0) : section_(section), at_(at) {}

  bool atEnd() const { return at_ >= section_.bytes.size(); }
  bool broken() const { return broken_; }
  std::size_t at() const { return at_; }
  std::string label() const {
    const auto known = section_.labels.find(at_);
    return known == section_.labels.end() ? "" : known->second;
  }
  std::uint64_t number(unsigned bytes) {
    std::uint64_t value = 0;
    for (unsigned b = 0; b < bytes; ++b) {
      value |= std::uint64_t{next()} << (8 * b);
    }
    return value;
  }
  std::uint64_t leb() {
    std::uint64_t value = 0;
    unsigned shift = 0;
    std::uint8_t byte = 0;
    do {
      byte = next();
      value |= shift < 64 ? std::uint64_t{byte & 0x7fU} << shift : 0;
      shift += 7;
    } while ((byte & 0x80U) != 0);
    return value;
  }
  std::string text() {
    std::string value;
    while (const std::uint8_t byte = next()) {
      value += static_cast<char>(byte);
    }
    return value;
  }
  void skip(std::uint64_t bytes) {
    broken_ = broken_ || bytes > section_.bytes.size() - at_;
    at_ = broken_ ? section_.bytes.size() : at_ + bytes;
  }

 private:
  std::uint8_t next() {
    if (atEnd()) {
      broken_ = true;
      return 0;
    }
    return section_.bytes[at_++];
  }

  const DebugSection& section_;
  std::size_t at_;
  bool broken_ = false;
};

struct Abbreviation {
  std::uint64_t tag = 0;
  bool children = false;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> attributes;
};

std::map<std::uint64_t, Abbreviation> readAbbreviations(const DebugSection& section) {
  std::map<std::uint64_t, Abbreviation> result;
  Bytes in(section);
  while (!in.atEnd() && !in.broken()) {
    const std::uint64_t code = in.leb();
    if (code == 0) {
      break;
    }
    Abbreviation& entry = result[code];
    entry.tag = in.leb();
    entry.children = in.number(1) != 0;
    for (;;) {
      const std::uint64_t attribute = in.leb();
      const std::uint64_t form = in.leb();
      if ((attribute == 0 && form == 0) || in.broken()) {
        break;
      }
      entry.attributes.emplace_back(attribute, form);
    }
  }
  return result;
}

/// Reads a value, or passes over it.
struct FormValue {
  std::optional<std::string> text = std::nullopt;
  std::uint64_t number = 0;
};
std::optional<FormValue> readForm(Bytes& in, std::uint64_t form,
                                  const std::map<std::string, std::string, std::less<>>& strings) {
  FormValue value;
  switch (form) {
    case 0x01:  // addr
    case 0x07:  // data8
    case 0x14:  // ref8
    case 0x20:  // ref_sig8
      value.number = in.number(8);
      return value;
    case 0x03:  // block2
      in.skip(in.number(2));
      return value;
    case 0x04:  // block4
      in.skip(in.number(4));
      return value;
    case 0x05:  // data2
    case 0x12:  // ref2
      value.number = in.number(2);
      return value;
    case 0x06:  // data4
    case 0x13:  // ref4
    case 0x17:  // sec_offset
    case 0x10:  // ref_addr
      value.number = in.number(4);
      return value;
    case 0x08:  // string
      value.text = in.text();
      return value;
    case 0x09:  // block
    case 0x18:  // exprloc
      in.skip(in.leb());
      return value;
    case 0x0a:  // block1
      in.skip(in.number(1));
      return value;
    case 0x0b:  // data1
    case 0x0c:  // flag
    case 0x11:  // ref1
      value.number = in.number(1);
      return value;
    case 0x0d:  // sdata
    case 0x0f:  // udata
    case 0x15:  // ref_udata
      value.number = in.leb();
      return value;
    case 0x0e: {  // strp
      const auto known = strings.find(in.label());
      value.text = known == strings.end() ? "" : known->second;
      in.skip(4);
      return value;
    }
    case 0x19:  // flag_present
      return value;
    default:
      return std::nullopt;
  }
}

struct Entry {
  std::uint64_t tag = 0;
  std::string name;
  std::string linkageName;
  std::uint64_t declaration = 0;  ///< where the entry with its name is, or 0
  std::uint64_t type = 0;
  std::uint64_t bytes = 0;
  std::uint64_t encoding = 0;
  std::vector<std::uint64_t> parameters;  ///< of a function
};
using Entries = std::map<std::uint64_t, Entry>;  // by place

/// Reads what attributes say; nothing where one is not understood.
std::optional<Entry> readEntry(Bytes& in, const Abbreviation& abbreviation,
                               const std::map<std::string, std::string, std::less<>>& strings) {
  Entry entry;
  entry.tag = abbreviation.tag;
  for (const auto& [attribute, form] : abbreviation.attributes) {
    auto value = readForm(in, form, strings);
    if (!value) {
      return std::nullopt;
    }
    switch (attribute) {
      case kName:
        entry.name = value->text.value_or("");
        break;
      case kLinkageName:
      case kMipsLinkageName:
        entry.linkageName = value->text.value_or("");
        break;
      case kSpecification:
      case kAbstractOrigin:
        entry.declaration = value->number;
        break;
      case kType:
        entry.type = value->number;
        break;
      case kByteSize:
        entry.bytes = value->number;
        break;
      case kEncoding:
        entry.encoding = value->number;
        break;
      default:
        break;
    }
  }
  return entry;
}

Entries readEntries(const DebugSection& information, const std::map<std::uint64_t, Abbreviation>& known,
                    const std::map<std::string, std::string, std::less<>>& strings) {
  Entries entries;
  std::vector<std::uint64_t> open;  // the entries around
  Bytes in(information);
  in.skip(kHeaderBytes);
  while (!in.atEnd() && !in.broken()) {
    const std::uint64_t place = in.at();
    const std::uint64_t code = in.leb();
    if (code == 0) {
      if (!open.empty()) {
        open.pop_back();
      }
      continue;
    }
    const auto abbreviation = known.find(code);
    auto entry = abbreviation == known.end() ? std::nullopt : readEntry(in, abbreviation->second, strings);
    if (!entry) {
      break;
    }
    if (entry->tag == kTagParameter && !open.empty()) {
      entries[open.back()].parameters.push_back(place);
    }
    entries.emplace(place, std::move(*entry));
    if (abbreviation->second.children) {
      open.push_back(place);
    }
  }
  return entries;
}

const Entry* entryAt(const Entries& entries, std::uint64_t place) {
  const auto found = place == 0 ? entries.end() : entries.find(place);
  return found == entries.end() ? nullptr : &found->second;
}

/// A type behind its other names.
const Entry* plainType(const Entries& entries, std::uint64_t place) {
  const Entry* type = entryAt(entries, place);
  for (unsigned depth = 0; type != nullptr && depth < kDeepestType &&
                           std::ranges::find(kTagsOfOtherNames, type->tag) != kTagsOfOtherNames.end();
       ++depth) {
    type = entryAt(entries, type->type);
  }
  return type;
}

DebugParameter parameterAt(const Entries& entries, const Entry& parameter) {
  const Entry* declared = entryAt(entries, parameter.declaration);
  const Entry& named = parameter.name.empty() && declared != nullptr ? *declared : parameter;
  DebugParameter result{named.name, std::nullopt};
  const Entry* type = plainType(entries, named.type);
  const Entry* to = type != nullptr && (type->tag == kTagPointer || type->tag == kTagReference)
                        ? plainType(entries, type->type)
                        : nullptr;
  if (to != nullptr && to->bytes != 0) {
    result.pointsTo = {to->bytes, to->tag == kTagBase || to->tag == kTagEnumeration,
                       to->tag == kTagBase && to->encoding == kFloatEncoding,
                       std::ranges::find(kSignedEncodings, to->encoding) != kSignedEncodings.end()};
  }
  return result;
}

}  // namespace

std::map<std::string, std::vector<DebugParameter>, std::less<>> parametersOf(
    const DebugSection& information, const DebugSection& abbreviations,
    const std::map<std::string, std::string, std::less<>>& strings) {
  const Entries entries = readEntries(information, readAbbreviations(abbreviations), strings);
  std::map<std::string, std::vector<DebugParameter>, std::less<>> result;
  for (const auto& [place, function] : entries) {
    if (function.tag != kTagSubprogram || function.parameters.empty()) {
      continue;
    }
    const Entry* declared = entryAt(entries, function.declaration);
    const Entry& named = declared == nullptr ? function : *declared;
    const std::string& name = !function.linkageName.empty() ? function.linkageName
                              : !named.linkageName.empty()  ? named.linkageName
                                                            : named.name;
    std::vector<DebugParameter> parameters;
    for (const std::uint64_t parameter : function.parameters) {
      parameters.push_back(parameterAt(entries, entries.at(parameter)));
    }
    result.insert_or_assign(name, std::move(parameters));
  }
  return result;
}

}  // namespace hrfcheck::frontend::ptx
