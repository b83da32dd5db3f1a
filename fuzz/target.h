#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hrfcheck::fuzz {

/// One kind of text that enters the program, and all that a fuzzer must know of it.
struct Target {
  std::string_view name;
  std::size_t maxLength;  ///< longer inputs only make the fuzzer slower

  /// Reads a text as the program does. It may throw UserError; whatever else leaves it is a finding.
  void (*read)(const std::string& text);
  /// The words of the text, from the tables of its reader: the fuzzer's dictionary.
  std::vector<std::string> (*words)();
  /// Texts to start from, for what no file of the project shows.
  std::vector<std::string> (*examples)();
  /// What a file of the project gives to start from: mostly itself, where it is a text of this kind, or
  /// nothing.
  std::vector<std::string> (*seedsIn)(const std::string& path, const std::string& text);
};

const Target& hsa();
const Target& c();
const Target& ptx();
const Target& ptxModule();
const Target& vulkan();
const Target& spirv();
const Target& lisa();
const Target& cat();
const Target& certificate();
const Target& condition();
const Target& csv();
const Target& herdLog();
const Target& machine();
const Target& results();
const Target& sanitizerReport();
const Target& suiteResults();
const Target& observeResults();

/// Every target, in the order in which a soak runs them.
const std::vector<const Target*>& targets();
/// Null for an unknown name.
const Target* findTarget(std::string_view name);

/// Reads a text as `target` does; a mistake of the user's is a result like any other.
void feed(const Target& target, const std::string& text);

}  // namespace hrfcheck::fuzz
