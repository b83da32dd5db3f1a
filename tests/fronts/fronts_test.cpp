// The same random kernels in all ways in which hrfcheck reads kernels, which have little in common: OpenCL C
// as it is written, the SPIR-V and the PTX that compilers make of it.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <optional>

#include "cat/library.h"
#include "fronts/common_kernel.h"
#include "fronts/law.h"

namespace fronts_test {

using namespace hrfcheck;
using namespace hrfcheck::fronts;

namespace {

std::uint64_t fromEnvironment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

const Model& modelOf(const std::string& name) {
  static std::map<std::string, Model> models;
  const auto known = models.find(name);
  return known != models.end()
             ? known->second
             : models.emplace(name, ModelLibrary({HRFCHECK_SOURCE_DIR "/models"}).load(name)).first->second;
}

/// Interleavings, one of the models with scopes, and progress; the engines take turns.
std::vector<Question> questionsOf(std::uint64_t seed, kernels::Languages languages) {
  static const std::vector<std::string> kCommon = {"hrf-direct", "hrf-indirect", "hrf-direct-relaxed",
                                                   "hrf-indirect-relaxed"};
  const std::string scoped = languages == kernels::Languages::OpenCl && seed % 2 == 0
                                 ? "opencl"
                                 : kCommon[seed / 2 % kCommon.size()];
  const WhichEngine engine = seed % 3 == 0 ? WhichEngine::Smt : WhichEngine::Explicit;
  return {{&modelOf("sc"), engine}, {&modelOf(scoped), engine}, {}};
}

std::string textOf(const Question& question) {
  return question.model == nullptr ? "progress" : question.model->name;
}

struct Counts {
  std::map<Way, std::map<Comparison::Kind, unsigned>> comparisons;
  std::map<Way, unsigned> racy;
  unsigned kernels = 0;
  std::map<std::string, unsigned> whyNot;
};

/// libcu++ does not say orders of C++ but for those of PTX, so that models of scopes have other answers; with
/// nvcc the lines of header functions are those of headers.
std::optional<Comparison> comparedBy(Way way, const Question& question, const Answer& written,
                                     const std::function<Answer()>& answer) {
  if (way != Way::Nvcc) {
    return compared(written, answer(), way);
  }
  const bool scopes = question.model != nullptr && question.model->name != "sc";
  return scopes ? std::nullopt : std::optional(compared(withoutLines(written), withoutLines(answer()), way));
}

void report(const Batch& batch, std::size_t k, std::uint64_t seed, const Question& question, Way way,
            const Comparison& result) {
  std::string text = fmt::format("seed {}, {} under {}:\n{}{}", seed, nameOf(way), textOf(question),
                                 result.text, batch.text(k));
  if (std::getenv("FRONTS_AS_THEY_ARE") == nullptr) {
    const kernels::Kernel less = shrunk(batch.kernels()[k], question, way);
    const Batch alone({less}, {way});
    const auto left = comparedBy(way, question, answerOf({alone, 0, Way::Source}, question), [&] {
      return answerOf({alone, 0, way}, question);
    });
    text = fmt::format("seed {}, {} under {}:\n{}{}", seed, nameOf(way), textOf(question), left->text,
                       alone.text(0));
  }
  std::cout << text << std::flush;
  FAIL_CHECK(text);
}

/// What both compilers make, under PTX's own model.
void comparePtx(const Asked& clang, const Asked& nvcc, std::uint64_t seed, const std::string& text,
                Counts& counts) {
  const Question question{&modelOf("ptx"), seed % 3 == 0 ? WhichEngine::Smt : WhichEngine::Explicit};
  const Answer one = withoutLines(answerOf(clang, question));
  Answer other = withoutLines(answerOf(nvcc, question));
  if (std::ranges::includes(one.flags, other.flags)) {
    other.flags = one.flags;  // nvcc drops reads of what nobody uses, and their races
  }
  const Comparison result = compared(one, other, Way::Nvcc);
  ++counts.comparisons[Way::Nvcc][result.kind];
  counts.racy[Way::Nvcc] += result.kind == Comparison::Kind::Same && !one.flags.empty() ? 1 : 0;
  if (result.kind == Comparison::Kind::Differs) {
    FAIL_CHECK(fmt::format("seed {}, clang (as written) and nvcc under ptx:\n{}{}", seed, result.text, text));
  }
}

constexpr std::array kAllWays = {Way::Spirv, Way::Cuda, Way::Nvcc, Way::Hip};

void compare(const Batch& batch, std::size_t k, std::uint64_t seed, kernels::Languages languages,
             Counts& counts) {
  const Asked source(batch, k, Way::Source);
  std::map<Way, Asked> ways;
  for (const Way way : kAllWays) {
    if (batch.has(way)) {
      ways.emplace(way, Asked(batch, k, way));
    }
  }
  ++counts.kernels;
  std::map<Way, bool> undefined;
  bool faults = false;  // in C; compilers make something else of it each
  for (const Question& question : questionsOf(seed, languages)) {
    const Answer written = answerOf(source, question);
    faults |= written.faults;
    for (const auto& [way, asked] : ways) {
      if (question.model == nullptr && undefined[way]) {
        continue;  // it is left undefined how it goes on
      }
      const auto said = comparedBy(way, question, written, [&] { return answerOf(asked, question); });
      if (!said) {
        continue;
      }
      const Comparison& result = *said;
      ++counts.comparisons[way][result.kind];
      undefined[way] |=
          result.kind == Comparison::Kind::Undefined || result.kind == Comparison::Kind::Diverges;
      counts.racy[way] += result.kind == Comparison::Kind::Same && !written.flags.empty() ? 1 : 0;
      if (result.kind == Comparison::Kind::Differs) {
        report(batch, k, seed, question, way, result);
      } else if (!result.text.empty() && std::getenv("FRONTS_REASONS") != nullptr) {
        std::cout << fmt::format("seed {}, {} under {}: {}: {}\n", seed, nameOf(way), textOf(question),
                                 nameOf(result.kind), result.text);
      }
    }
  }
  if (!faults && ways.contains(Way::Nvcc) && ways.contains(Way::Cuda)) {
    comparePtx(ways.at(Way::Cuda), ways.at(Way::Nvcc), seed, batch.text(k), counts);
  }
}

/// Those that kernels come in; of these one alone, where FRONTS_WAY says its number.
std::vector<Way> waysOf(kernels::Languages languages) {
  if (const std::uint64_t one = fromEnvironment("FRONTS_WAY", 0); one != 0) {
    return {static_cast<Way>(one)};
  }
  return languages == kernels::Languages::OpenCl ? std::vector{Way::Spirv}
                                                 : std::vector(kAllWays.begin(), kAllWays.end());
}

void run(std::uint64_t first, std::uint64_t tests, kernels::Languages languages, Counts& counts) {
  constexpr std::uint64_t kAtOnce = 16;  // each is read with all of its module
  const auto mostAccesses = static_cast<unsigned>(fromEnvironment("FRONTS_ACCESSES", 8));
  for (std::uint64_t begin = first; begin < first + tests; begin += kAtOnce) {
    std::vector<kernels::Kernel> kernels;
    for (std::uint64_t seed = begin; seed < std::min(begin + kAtOnce, first + tests); ++seed) {
      kernels.push_back(kernels::commonKernel(seed, mostAccesses, languages));
    }
    const Batch batch(std::move(kernels), waysOf(languages));
    for (std::size_t k = 0; k < batch.kernels().size(); ++k) {
      compare(batch, k, begin + k, languages, counts);
    }
  }
}

void tell(const Counts& counts) {
  for (const auto& [way, kinds] : counts.comparisons) {
    std::string text;
    for (const auto& [kind, number] : kinds) {
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", number, nameOf(kind));
    }
    MESSAGE(fmt::format("{}: {} kernels, answers: {}; {} of those that are the same have races", nameOf(way),
                        counts.kernels, text, counts.racy.at(way)));
  }
}

/// Few enough are not compared that the rest says something.
void check(Counts& counts) {
  tell(counts);
  for (auto& [way, kinds] : counts.comparisons) {
    CHECK(kinds[Comparison::Kind::Refused] * 20 <= counts.kernels);
    CHECK(kinds[Comparison::Kind::Large] * 5 <= counts.kernels);
    CHECK(kinds[Comparison::Kind::Same] >= counts.kernels);
  }
}

bool allThere(std::initializer_list<Way> ways) {
  for (const Way way : ways) {
    if (const std::string program = missingFor(way); !program.empty()) {
      MESSAGE("skipped: no ", program);
      return false;
    }
  }
  return true;
}

}  // namespace

TEST_CASE("kernels as written, as SPIR-V, as PTX and as LLVM IR have the same answers") {
  if (allThere({Way::Spirv, Way::Cuda})) {
    Counts counts;
    run(fromEnvironment("FRONTS_FIRST", 1), fromEnvironment("FRONTS", 80), kernels::Languages::OpenClAndCuda,
        counts);
    check(counts);
  }
}

TEST_CASE("kernels of OpenCL C as written and as SPIR-V have the same answers") {
  if (allThere({Way::Spirv})) {
    Counts counts;
    run(fromEnvironment("FRONTS_FIRST", 1), fromEnvironment("FRONTS", 80) / 4, kernels::Languages::OpenCl,
        counts);
    check(counts);
  }
}

}  // namespace fronts_test
