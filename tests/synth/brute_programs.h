#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "synth/brute_force.h"

// Programs of brute force as values, their names and their text.

namespace hrfcheck::test {

struct BruteInstruction {
  std::string letter;
  unsigned location = 0;

  bool is(const char* what) const { return letter.starts_with(what); }
  bool reads() const { return is("ld") || is("exch"); }
  bool writes() const { return is("st") || is("exch"); }
};

struct BruteProgram {
  std::vector<std::vector<BruteInstruction>> threads;
  std::vector<unsigned> groups;
};

/// Registers and locations with the number of the write that their value comes from; 0 is the initial one.
/// Thread t's i-th instruction writes 10 * (t + 1) + i + 1.
using BruteState = std::map<std::string, long>;

/// A renaming: thread t becomes threads[t], location l becomes locations[l].
struct BruteNames {
  std::vector<unsigned> threads, locations;
};

/// The program under other names, in a text that says everything of it.
std::string spelled(const BruteProgram& p, const BruteNames& names);
std::string spelled(const BruteState& state, const BruteNames& names);
/// Every renaming, the identity first.
std::vector<BruteNames> allNames(unsigned threads, unsigned locations);
/// @param filter a line, or nothing
std::string bruteLitmus(const BruteProgram& p, const std::string& filter);

/// Calls `visit` with every program, under every name.
void forEachProgram(const BruteBounds& bounds, const std::function<void(const BruteProgram&)>& visit);

}  // namespace hrfcheck::test
