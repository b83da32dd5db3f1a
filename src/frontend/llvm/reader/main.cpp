// Reads a module of LLVM, bitcode or text, from standard input or a file, and writes what hrfcheck reads of
// it (frontend/llvm/wire). It is a program of its own, since libLLVM takes long to load, and may crash on
// what is no module.

#include <cstdio>
#include <exception>
#include <string>

#include "frontend/llvm/reader/read_module.h"

namespace {

constexpr std::size_t kLargestModule = 64U << 20U;

bool readAll(std::FILE* file, std::string& text) {
  char part[1U << 16U];
  for (std::size_t count; (count = std::fread(part, 1, sizeof part, file)) > 0;) {
    text.append(part, count);
    if (text.size() > kLargestModule) {
      return false;
    }
  }
  return std::ferror(file) == 0;
}

}  // namespace

int main(int count, char** arguments) {
  try {
    std::FILE* file = count > 1 ? std::fopen(arguments[1], "rb") : stdin;
    std::string text;
    if (file == nullptr || !readAll(file, text)) {
      std::fprintf(stderr, "the module cannot be read\n");
      return 2;
    }
    const std::string bytes = hrfcheck::frontend::llvm::reader::encodedModule(text);
    const bool written = std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size();
    return written && std::fflush(stdout) == 0 ? 0 : 1;
  } catch (const std::exception& why) {
    std::fprintf(stderr, "%s\n", why.what());
    return 1;
  }
}
