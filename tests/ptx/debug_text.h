#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>

/// Debugging sections of a module as compilers write them, for tests: DWARF of version 2.
namespace hrfcheck {

class DebugText {
 public:
  /// A number of so many bytes; encodings of DWARF: 4 is a float, 5 signed, 7 unsigned.
  std::uint32_t base(unsigned encoding, unsigned bytes) {
    const std::uint32_t place = begin(2);
    text("number");
    add(encoding);
    add(bytes);
    return place;
  }
  std::uint32_t pointerTo(std::uint32_t type) { return ofType(3, type); }
  std::uint32_t array(std::uint32_t type, unsigned count) {
    const std::uint32_t place = ofType(4, type);
    begin(5);
    add(count);
    end();
    return place;
  }
  /// Fields follow, then `end`.
  std::uint32_t structOf(unsigned bytes) {
    const std::uint32_t place = begin(6);
    add(bytes);
    return place;
  }
  void field(const std::string& name, std::uint32_t type, unsigned offset) {
    begin(7);
    text(name);
    reference(type);
    add(2);
    add(0x23);
    add(offset);
  }
  /// Parameters follow, then `end`.
  void function(const std::string& name) {
    begin(8);
    text(name);
  }
  void parameter(const std::string& name, std::uint32_t type) {
    begin(9);
    text(name);
    reference(type);
  }
  void variable(const std::string& label, std::uint32_t type) {
    begin(10);
    reference(type);
    add(9);
    add(3);
    information_ += fmt::format(".b64 {}\n", label);
    size_ += 8;
  }
  void end() { add(0); }

  std::string sections() const {
    // A code, a tag, whether there are entries inside, pairs of attribute and form.
    constexpr const char* kAbbreviations =
        ".b8 1,17,1,0,0\n.b8 2,36,0,3,8,62,11,11,11,0,0\n.b8 3,15,0,73,19,0,0\n.b8 4,1,1,73,19,0,0\n"
        ".b8 5,33,0,55,11,0,0\n.b8 6,19,1,11,11,0,0\n.b8 7,13,0,3,8,73,19,56,10,0,0\n"
        ".b8 8,46,1,135,64,8,0,0\n.b8 9,5,0,3,8,73,19,0,0\n.b8 10,52,0,73,19,2,10,0,0\n.b8 0\n";
    return fmt::format(
        ".section .debug_abbrev\n{{\n{}}}\n.section .debug_info\n{{\n.b32 0\n.b8 2,0\n"
        ".b32 .debug_abbrev\n.b8 8\n.b8 1\n{}.b8 0\n}}\n",
        kAbbreviations, information_);
  }

 private:
  void add(unsigned byte) {
    information_ += fmt::format(".b8 {}\n", byte);
    ++size_;
  }
  void text(const std::string& word) {
    for (const char c : word) {
      add(static_cast<unsigned char>(c));
    }
    add(0);
  }
  void reference(std::uint32_t place) {
    information_ += fmt::format(".b32 {}\n", place);
    size_ += 4;
  }
  std::uint32_t begin(unsigned abbreviation) {
    const std::uint32_t place = size_;
    add(abbreviation);
    return place;
  }
  std::uint32_t ofType(unsigned abbreviation, std::uint32_t type) {
    const std::uint32_t place = begin(abbreviation);
    reference(type);
    return place;
  }

  std::string information_;
  std::uint32_t size_ = 12;  // behind the header and the entry of the unit
};

}  // namespace hrfcheck
