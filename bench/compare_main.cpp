// hrfcheck-bench-compare OLD NEW: two files of bench/run --json side by side.

#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "bench/runner/compare.h"

namespace {

nlohmann::json read(const char* path) {
  std::ifstream in(path);
  return nlohmann::json::parse(in);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: bench/compare OLD NEW\n";
    return 2;
  }
  try {
    std::cout << hrfcheck::bench::compared(read(argv[1]), read(argv[2]));
  } catch (const std::exception& error) {
    std::cerr << "bench/compare: " << error.what() << "\n";
    return 2;
  }
  return 0;
}
