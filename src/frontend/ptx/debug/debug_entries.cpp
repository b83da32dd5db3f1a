// DWARF Debugging Information Format, version 4, chapter 7: entries are read one after the other.

#include "frontend/ptx/debug/debug_entries.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace hrfcheck::frontend::ptx {
namespace {

// Attributes (7.5.4) and operations (7.7.1).
constexpr std::uint64_t kLocation = 0x02;
constexpr std::uint64_t kName = 0x03;
constexpr std::uint64_t kByteSize = 0x0b;
constexpr std::uint64_t kBitSize = 0x0d;
constexpr std::uint64_t kUpperBound = 0x2f;
constexpr std::uint64_t kAbstractOrigin = 0x31;
constexpr std::uint64_t kCount = 0x37;
constexpr std::uint64_t kMemberLocation = 0x38;
constexpr std::uint64_t kDeclaration = 0x3c;
constexpr std::uint64_t kEncoding = 0x3e;
constexpr std::uint64_t kSpecification = 0x47;
constexpr std::uint64_t kType = 0x49;
constexpr std::uint64_t kLinkageName = 0x6e;
constexpr std::uint64_t kMipsLinkageName = 0x2007;
constexpr std::uint64_t kAddressOperation = 0x03;
constexpr std::uint64_t kAddOperation = 0x23;
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

struct FormValue {
  std::optional<std::string> text = std::nullopt;  ///< also the label of an address
  std::uint64_t number = 0;
};

/// An expression of DWARF: an address, or a number that is added to one (2.5).
FormValue readExpression(Bytes& in, std::uint64_t size) {
  FormValue value;
  const std::size_t end = in.at() + size;
  const std::uint64_t operation = size == 0 ? 0 : in.number(1);
  if (operation == kAddressOperation && size == 1 + kDebugAddressBytes) {
    value.text = in.label();
  } else if (operation == kAddOperation) {
    value.number = in.leb();
  }
  in.skip(end < in.at() ? 0 : end - in.at());
  return value;
}

/// Reads a value, or passes over it.
std::optional<FormValue> readForm(Bytes& in, std::uint64_t form, const DebugStrings& strings) {
  const auto number = [](std::uint64_t value) { return FormValue{.number = value}; };
  switch (form) {
    case 0x01:  // addr
    case 0x07:  // data8
    case 0x14:  // ref8
    case 0x20:  // ref_sig8
      return number(in.number(8));
    case 0x03:  // block2
      return readExpression(in, in.number(2));
    case 0x04:  // block4
      return readExpression(in, in.number(4));
    case 0x05:  // data2
    case 0x12:  // ref2
      return number(in.number(2));
    case 0x06:  // data4
    case 0x13:  // ref4
    case 0x17:  // sec_offset
    case 0x10:  // ref_addr
      return number(in.number(4));
    case 0x08:  // string
      return FormValue{in.text()};
    case 0x09:  // block
    case 0x18:  // exprloc
      return readExpression(in, in.leb());
    case 0x0a:  // block1
      return readExpression(in, in.number(1));
    case 0x0b:  // data1
    case 0x0c:  // flag
    case 0x11:  // ref1
      return number(in.number(1));
    case 0x0d:  // sdata
    case 0x0f:  // udata
    case 0x15:  // ref_udata
      return number(in.leb());
    case 0x0e: {  // strp
      const auto known = strings.find(in.label());
      in.skip(4);
      return FormValue{known == strings.end() ? "" : known->second};
    }
    case 0x19:  // flag_present
      return number(1);
    default:
      return std::nullopt;
  }
}

constexpr auto kNumbers = std::to_array<std::pair<std::uint64_t, std::uint64_t DebugEntry::*>>({
    {kSpecification, &DebugEntry::declaration},
    {kAbstractOrigin, &DebugEntry::declaration},
    {kType, &DebugEntry::type},
    {kByteSize, &DebugEntry::bytes},
    {kEncoding, &DebugEntry::encoding},
    {kMemberLocation, &DebugEntry::offset},
    {kCount, &DebugEntry::count},
});

/// Reads what attributes say; nothing where one is not understood.
std::optional<DebugEntry> readEntry(Bytes& in, const Abbreviation& abbreviation,
                                    const DebugStrings& strings) {
  DebugEntry entry;
  entry.tag = abbreviation.tag;
  for (const auto& [attribute, form] : abbreviation.attributes) {
    auto value = readForm(in, form, strings);
    if (!value) {
      return std::nullopt;
    }
    const auto* number = std::ranges::find(kNumbers, attribute, &decltype(kNumbers)::value_type::first);
    if (number != kNumbers.end()) {
      entry.*number->second = value->number;
      continue;
    }
    switch (attribute) {
      case kName:
        entry.name = value->text.value_or("");
        break;
      case kLinkageName:
      case kMipsLinkageName:
        entry.linkageName = value->text.value_or("");
        break;
      case kLocation:
        entry.address = value->text.value_or("");
        break;
      case kUpperBound:
        entry.count = value->number + 1;
        break;
      case kDeclaration:
      case kBitSize:
        entry.isStatic = true;
        break;
      default:
        break;
    }
  }
  return entry;
}

}  // namespace

DebugEntries readDebugEntries(const DebugSection& information, const DebugSection& abbreviations,
                              const DebugStrings& strings) {
  const std::map<std::uint64_t, Abbreviation> known = readAbbreviations(abbreviations);
  DebugEntries entries;
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
    if (!open.empty()) {
      entries[open.back()].children.push_back(place);
    }
    entries.emplace(place, std::move(*entry));
    if (abbreviation->second.children) {
      open.push_back(place);
    }
  }
  return entries;
}

}  // namespace hrfcheck::frontend::ptx
