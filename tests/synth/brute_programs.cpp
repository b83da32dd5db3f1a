#include "synth/brute_programs.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace hrfcheck::test {
namespace {

std::string numbered(const std::vector<unsigned>& groups) {
  std::map<unsigned, char> names;
  std::string text;
  for (unsigned g : groups) {
    text += names.emplace(g, static_cast<char>('0' + names.size())).first->second;
  }
  return text;
}

/// Calls `visit` with every program, under every name.
class Programs {
 public:
  Programs(const BruteBounds& bounds, std::function<void(const BruteProgram&)> visit)
      : bounds_(bounds), visit_(std::move(visit)) {
    for (const std::string& letter : bounds.letters) {
      for (unsigned l = 0; l < (letter.starts_with("fence") ? 1 : bounds.locations); ++l) {
        instructions_.push_back({letter, l});
      }
    }
  }

  void run() {
    for (unsigned threads = 1; threads <= std::min(bounds_.threads, bounds_.events); ++threads) {
      program_.threads.assign(threads, {});
      groups(0, threads);
    }
  }

 private:
  void groups(unsigned t, unsigned threads) {
    if (t == 0) {
      program_.groups.assign(threads, 0);
    }
    if (t == threads) {
      add(0, bounds_.events);
      return;
    }
    for (unsigned g = bounds_.ownGroups ? t : 0; g <= t; ++g) {
      program_.groups[t] = g;
      const std::vector<unsigned> begin(program_.groups.begin(), program_.groups.begin() + t + 1);
      const std::string text = numbered(begin);
      const bool byFirstUse = std::ranges::equal(
          begin, text, [](unsigned a, char b) { return a == static_cast<unsigned>(b - '0'); });
      if (byFirstUse) {
        groups(t + 1, threads);
      }
    }
  }

  void add(unsigned t, unsigned left) {
    std::vector<BruteInstruction>& code = program_.threads[t];
    const auto others = static_cast<unsigned>(program_.threads.size()) - t - 1;
    if (!code.empty() && others > 0 && left >= others) {
      add(t + 1, left);
    }
    if (!code.empty() && others == 0 && left == 0) {
      visit_(program_);
    }
    if (left > others) {
      for (const BruteInstruction& i : instructions_) {
        code.push_back(i);
        add(t, left - 1);
        code.pop_back();
      }
    }
  }

  BruteBounds bounds_;
  std::function<void(const BruteProgram&)> visit_;
  std::vector<BruteInstruction> instructions_;
  BruteProgram program_;
};

}  // namespace

std::string spelled(const BruteProgram& p, const BruteNames& names) {
  std::vector<unsigned> groups(p.groups.size());
  std::vector<std::string> lines(p.threads.size());
  for (unsigned t = 0; t < p.threads.size(); ++t) {
    groups[names.threads[t]] = p.groups[t];
    for (const BruteInstruction& i : p.threads[t]) {
      lines[names.threads[t]] +=
          i.letter + (i.is("fence") ? "" : std::string(1, "xyzw"[names.locations[i.location]])) + ";";
    }
  }
  std::string text = numbered(groups);
  for (const std::string& line : lines) {
    text += "|" + line;
  }
  return text;
}

std::string spelled(const BruteState& state, const BruteNames& names) {
  BruteState renamed;
  for (const auto& [name, write] : state) {
    const long value =
        write == 0 ? 0 : 10 * (names.threads[static_cast<unsigned>(write / 10 - 1)] + 1L) + write % 10;
    if (name.size() == 1) {
      renamed[std::string(1, "xyzw"[names.locations[std::string("xyzw").find(name[0])]])] = value;
    } else {
      renamed[fmt::format("{}:{}", names.threads[static_cast<unsigned>(name[0] - '0')], name.substr(2))] =
          value;
    }
  }
  std::string text;
  for (const auto& [name, value] : renamed) {
    text += fmt::format(" {}={}", name, value);
  }
  return text;
}

std::vector<BruteNames> allNames(unsigned threads, unsigned locations) {
  std::vector<BruteNames> result;
  BruteNames names{std::vector<unsigned>(threads), std::vector<unsigned>(locations)};
  std::iota(names.threads.begin(), names.threads.end(), 0);
  do {
    std::iota(names.locations.begin(), names.locations.end(), 0);
    do {
      result.push_back(names);
    } while (std::ranges::next_permutation(names.locations).found);
  } while (std::ranges::next_permutation(names.threads).found);
  return result;
}

std::string bruteLitmus(const BruteProgram& p, const std::string& filter) {
  std::string text = "HSA brute\n{ }\n";
  std::size_t rows = 0;
  for (std::size_t t = 0; t < p.threads.size(); ++t) {
    text += fmt::format("{}P{}@wg {}", t == 0 ? " " : " | ", t, p.groups[t]);
    rows = std::max(rows, p.threads[t].size());
  }
  text += " ;\n";
  std::vector<unsigned> registers(p.threads.size(), 0);
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t t = 0; t < p.threads.size(); ++t) {
      text += t == 0 ? " " : " | ";
      if (row >= p.threads[t].size()) {
        continue;
      }
      const BruteInstruction& i = p.threads[t][row];
      const char x = "xyzw"[i.location];
      const std::size_t value = 10 * (t + 1) + row + 1;
      if (i.is("ld")) {
        text += fmt::format("{} r{}, {}", i.letter, registers[t]++, x);
      } else if (i.is("st")) {
        text += fmt::format("{} {}, {}", i.letter, x, value);
      } else if (i.is("exch")) {
        text += fmt::format("{} r{}, {}, {}", i.letter, registers[t]++, x, value);
      } else {
        text += i.letter;
      }
    }
    text += " ;\n";
  }
  return text + filter + "exists (true)\n";
}

void forEachProgram(const BruteBounds& bounds, const std::function<void(const BruteProgram&)>& visit) {
  Programs(bounds, visit).run();
}

}  // namespace hrfcheck::test
