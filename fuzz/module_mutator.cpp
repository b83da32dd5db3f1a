// How libFuzzer changes SPIR-V binaries: mostly word by word within instructions, so that a module stays one
// that the reader looks into. Changed bytes alone end nearly always at the first instruction.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "util/random.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t maxSize);

namespace hrfcheck::fuzz {
namespace {

using Word = std::uint32_t;

constexpr Word kMagic = 0x07230203;
constexpr std::size_t kHeader = 5;  // words
constexpr std::size_t kBound = 3;   // the word of the header that is above each id

/// A module as its header and its instructions (SPIR-V 1.6, section 2.3); empty where the text is none.
struct Module {
  std::vector<Word> header;
  std::vector<std::vector<Word>> instructions;
};

Module moduleOf(std::span<const std::uint8_t> text) {
  std::vector<Word> words(text.size() / sizeof(Word));
  if (words.size() <= kHeader) {
    return {};
  }
  std::memcpy(words.data(), text.data(), words.size() * sizeof(Word));
  if (words[0] != kMagic) {
    return {};
  }
  Module module{{words.begin(), words.begin() + kHeader}, {}};
  for (std::size_t at = kHeader; at < words.size();) {
    const std::size_t length = std::clamp<std::size_t>(words[at] >> 16U, 1, words.size() - at);
    const auto begin = words.begin() + static_cast<std::ptrdiff_t>(at);
    module.instructions.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(length));
    at += length;
  }
  return module;
}

/// Writes the module, as far as there is room; its size in bytes.
std::size_t write(const Module& module, std::span<std::uint8_t> room) {
  std::vector<Word> words = module.header;
  for (const auto& instruction : module.instructions) {
    words.insert(words.end(), instruction.begin(), instruction.end());
  }
  const std::size_t size = std::min(words.size(), room.size() / sizeof(Word)) * sizeof(Word);
  std::memcpy(room.data(), words.data(), size);
  return size;
}

/// An id, a number as literals are, a mask, or anything.
Word anyWord(Random& random, Word bound) {
  switch (random.below(8)) {
    case 0:
      return static_cast<Word>(random.below(8));
    case 1:
      return 1U << random.below(32);
    case 2:
      return static_cast<Word>(random.next());
    default:
      return static_cast<Word>(1 + random.below(std::clamp<Word>(bound, 1, 1000)));
  }
}

void changeOperand(std::vector<Word>& instruction, const std::vector<Word>& other, Word bound,
                   Random& random) {
  if (instruction.size() < 2) {
    return;
  }
  Word& operand = instruction[1 + random.below(instruction.size() - 1)];
  operand = other.size() > 1 && random.chance(50) ? other[1 + random.below(other.size() - 1)]
                                                  : anyWord(random, bound);
}

/// The operation of another instruction, or the next one in the numbering, with the operands kept.
void changeOperation(std::vector<Word>& instruction, const std::vector<Word>& other, Random& random) {
  const Word operation = random.chance(50) ? other[0] & 0xffffU : (instruction[0] + 1) & 0xffffU;
  instruction[0] = (instruction[0] & 0xffff0000U) | operation;
}

void addOperand(std::vector<Word>& instruction, Word bound, Random& random) {
  instruction.push_back(anyWord(random, bound));
  instruction[0] += 1U << 16U;
}

void dropOperand(std::vector<Word>& instruction) {
  if (instruction.size() > 1) {
    instruction.pop_back();
    instruction[0] -= 1U << 16U;
  }
}

void change(Module& module, Random& random) {
  auto& all = module.instructions;
  const std::size_t at = random.below(all.size());
  const std::size_t from = random.below(all.size());
  const auto place = [&all](std::size_t i) { return all.begin() + static_cast<std::ptrdiff_t>(i); };
  switch (random.below(10)) {
    case 0:
      changeOperation(all[at], std::vector<Word>(all[from]), random);
      break;
    case 1:
      std::swap(all[at], all[from]);
      break;
    case 2:
      all.insert(place(at), std::vector<Word>(all[from]));
      break;
    case 3:
      if (all.size() > 1) {
        all.erase(place(at));
      }
      break;
    case 4:
      addOperand(all[at], module.header[kBound], random);
      break;
    case 5:
      dropOperand(all[at]);
      break;
    default:
      changeOperand(all[at], std::vector<Word>(all[from]), module.header[kBound], random);
      break;
  }
}

std::size_t mutate(std::span<std::uint8_t> room, std::size_t size, Random random) {
  Module module = moduleOf(room.first(size));
  if (module.instructions.empty() || random.chance(20)) {
    return LLVMFuzzerMutate(room.data(), size, room.size());
  }
  for (std::uint64_t changes = 1 + random.below(3); changes > 0; --changes) {
    change(module, random);
  }
  return write(module, room);
}

}  // namespace
}  // namespace hrfcheck::fuzz

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t maxSize,
                                               unsigned seed) {
  return hrfcheck::fuzz::mutate({data, maxSize}, size, hrfcheck::Random(seed));
}
