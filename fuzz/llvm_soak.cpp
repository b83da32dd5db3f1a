// hrfcheck-llvm-soak: mutated modules of LLVM, read in child processes with limits, and what the reader says
// of them read by the other half. libLLVM is loaded once, for children are forked.
//
//   hrfcheck-llvm-soak COUNT SEED FILE...     modules, bitcode or text
//
// The reader may crash, for LLVM does; that the other half crashes, or takes what is no module, is a failure.

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "frontend/llvm/kernel_of_module.h"
#include "frontend/llvm/llvm.h"
#include "frontend/llvm/reader/read_module.h"
#include "frontend/llvm/wire/wire.h"
#include "frontend/lowlevel/read_kernel.h"
#include "frontend/shared/text/cursor.h"
#include "util/diagnostic.h"
#include "util/random.h"
#include "util/source.h"

namespace hrfcheck::fuzz {
namespace {

constexpr std::size_t kBatch = 64;  // modules that one child reads
constexpr unsigned kSeconds = 20;   // of a child
constexpr rlim_t kMemory = rlim_t{3} << 30U;

/// What came of a module.
enum class Outcome { Read, Refused, ReaderFailed, ReaderCrashed, Failed };

/// How far a child is.
enum class Stage { Reader, Rest };

/// What a child tells.
struct Progress {
  std::size_t module = 0;  ///< that it is at
  Stage stage = Stage::Reader;
  Outcome outcomes[kBatch] = {};
};

class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : random_(seed) {}

  std::string mutated(const std::string& original, const std::string& other) {
    std::string text = original;
    const bool binary = text.starts_with("BC");
    for (std::uint64_t changes = 1 + random_.below(4); changes > 0 && !text.empty(); --changes) {
      const std::size_t at = random_.below(text.size());
      switch (random_.below(binary ? 4 : 6)) {
        case 0:
          text[at] = static_cast<char>(static_cast<unsigned char>(text[at]) ^ (1U << random_.below(8)));
          break;
        case 1:
          text[at] = static_cast<char>(random_.below(256));
          break;
        case 2:
          text.erase(at, 1 + random_.below(8));
          break;
        case 3: {
          const std::size_t from = random_.below(other.size());
          text.insert(at, other.substr(from, 1 + random_.below(16)));
          break;
        }
        case 4:  // a word of the text for another one
          replaceWord(text, other);
          break;
        default:
          copyLine(text);
      }
    }
    return text;
  }

 private:
  static bool isPart(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '%' || c == '@' || c == '.';
  }
  std::pair<std::size_t, std::size_t> word(const std::string& text) {
    std::size_t begin = random_.below(text.size());
    while (begin < text.size() && !isPart(text[begin])) {
      ++begin;
    }
    while (begin > 0 && isPart(text[begin - 1])) {
      --begin;
    }
    std::size_t end = begin;
    while (end < text.size() && isPart(text[end])) {
      ++end;
    }
    return {begin, end - begin};
  }
  void replaceWord(std::string& text, const std::string& other) {
    const auto [to, length] = word(text);
    const auto [from, count] = word(other);
    text.replace(to, length, other.substr(from, count));
  }
  void copyLine(std::string& text) {
    const std::size_t at = random_.below(text.size());
    const std::size_t begin = text.rfind('\n', at) + 1;
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    const std::string line = text.substr(begin, end - begin);
    const std::size_t to = text.find('\n', random_.below(text.size()));
    text.insert(to == std::string::npos ? text.size() : to + 1, line);
  }

  Random random_;
};

/// What the program does with what the reader says: its kernels, launched.
int readRest(std::string_view bytes) {
  try {
    const auto compiled = frontend::llvm::decoded(bytes);
    if (!compiled.failure.empty()) {
      return 1;
    }
    int result = 1;
    for (std::size_t e = 0; e < compiled.entries.size(); ++e) {
      const auto source = std::make_shared<const Source>("k.bc", "", "--launch 2x2\n--init rest 0\n");
      Diagnostics diagnostics;
      try {
        const frontend::FileDirectives lines =
            frontend::readDirectives(source, frontend::Lines::CommandLine, diagnostics);
        const frontend::Directives directives = lines.of(lines.tests.front());
        const SourcePtr none;
        Deadline deadline = Deadline::after(2);
        const frontend::lowlevel::Question question{source, directives, "k", "", none, deadline, nullptr};
        frontend::lowlevel::readKernel(frontend::llvm::kernelOf(compiled, {{e, ""}}, source), question,
                                       diagnostics);
        result = 0;
      } catch (const UserError&) {
      } catch (const frontend::SyntaxFailure&) {
      } catch (const OutOfTime&) {
      }
    }
    return result;
  } catch (const frontend::llvm::BrokenWire&) {
    return 2;
  } catch (const std::bad_alloc&) {
    return 1;
  }
}

Outcome outcomeOf(const std::string& module, Progress& progress) {
  std::string bytes;
  progress.stage = Stage::Reader;
  try {
    frontend::llvm::CompiledModule made = frontend::llvm::reader::readModule(module);
    if (!made.failure.empty()) {
      return Outcome::Refused;
    }
    bytes = frontend::llvm::encoded(made);
  } catch (const std::exception&) {
    return Outcome::ReaderFailed;
  }
  progress.stage = Stage::Rest;
  const int rest = readRest(bytes);
  return rest > 1 ? Outcome::Failed : rest == 0 ? Outcome::Read : Outcome::Refused;
}

/// Reads modules from one on in a child with limits, until it is through or ends early.
/// @return how many have an outcome
std::size_t readInChild(const std::vector<std::string>& modules, std::size_t first, Progress& progress) {
  progress.module = first;
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    const rlimit seconds{kSeconds, kSeconds + 1};
    const rlimit memory{kMemory, kMemory};
    const rlimit none{0, 0};
    setrlimit(RLIMIT_CPU, &seconds);
    setrlimit(RLIMIT_AS, &memory);
    setrlimit(RLIMIT_CORE, &none);
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    dup2(nowhere, STDERR_FILENO);
    for (std::size_t i = first; i < modules.size(); ++i) {
      progress.module = i;
      progress.outcomes[i] = outcomeOf(modules[i], progress);
    }
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
    return modules.size();
  }
  const bool tooLong = WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL);
  progress.outcomes[progress.module] = tooLong                         ? Outcome::ReaderFailed
                                       : progress.stage == Stage::Rest ? Outcome::Failed
                                                                       : Outcome::ReaderCrashed;
  return progress.module + 1;
}

int run(int count, char** arguments) {
  if (count < 4) {
    std::fprintf(stderr, "usage: hrfcheck-llvm-soak COUNT SEED FILE...\n");
    return 2;
  }
  const std::uint64_t modules = std::strtoull(arguments[1], nullptr, 10);
  const std::uint64_t seed = std::strtoull(arguments[2], nullptr, 10);
  std::vector<std::string> originals;
  for (int i = 3; i < count; ++i) {
    const std::string text = readSource(arguments[i])->text();
    originals.push_back(text);
    const std::string bitcode = frontend::llvm::reader::bitcodeOf(text);
    if (!bitcode.empty()) {
      originals.push_back(bitcode);
    }
  }
  auto* progress = static_cast<Progress*>(
      mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  if (progress == MAP_FAILED) {
    std::perror("mmap");
    return 2;
  }
  std::map<Outcome, std::uint64_t> outcomes;
  Mutator mutator(seed);
  Random choice(seed ^ 0x5bd1e995U);
  for (std::uint64_t begin = 0; begin < modules; begin += kBatch) {
    std::vector<std::string> batch;
    for (std::uint64_t i = begin; i < std::min<std::uint64_t>(modules, begin + kBatch); ++i) {
      const std::string& original = originals[choice.below(originals.size())];
      const std::string& other = originals[choice.below(originals.size())];
      batch.push_back(i < originals.size() ? originals[i] : mutator.mutated(original, other));
    }
    for (std::size_t done = 0; done < batch.size();) {
      done = readInChild(batch, done, *progress);
    }
    for (std::size_t i = 0; i < batch.size(); ++i) {
      outcomes[progress->outcomes[i]] += 1;
      if (progress->outcomes[i] == Outcome::Failed) {
        const std::string name = fmt::format("llvm-soak-{}-{}.bin", seed, begin + i);
        if (std::FILE* file = std::fopen(name.c_str(), "wb")) {
          std::fwrite(batch[i].data(), 1, batch[i].size(), file);
          std::fclose(file);
        }
        std::printf("failed: %s\n", name.c_str());
      }
    }
  }
  std::printf(
      "%llu modules: %llu read, %llu refused, %llu not read in time or memory, %llu crashes of LLVM, %llu failures\n",
      static_cast<unsigned long long>(modules), static_cast<unsigned long long>(outcomes[Outcome::Read]),
      static_cast<unsigned long long>(outcomes[Outcome::Refused]),
      static_cast<unsigned long long>(outcomes[Outcome::ReaderFailed]),
      static_cast<unsigned long long>(outcomes[Outcome::ReaderCrashed]),
      static_cast<unsigned long long>(outcomes[Outcome::Failed]));
  return outcomes[Outcome::Failed] == 0 ? 0 : 1;
}

}  // namespace
}  // namespace hrfcheck::fuzz

int main(int count, char** arguments) {
  return hrfcheck::fuzz::run(count, arguments);
}
