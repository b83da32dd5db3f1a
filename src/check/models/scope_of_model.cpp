#include "check/models/scope_of_model.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "cat/model/asynchronous.h"
#include "cat/model/parts_of_accesses.h"
#include "cat/model/undefining_checks.h"
#include "check/models/bell_rules.h"
#include "check/models/translated_form.h"
#include "program/flow/asynchronous.h"
#include "program/flow/divided_accesses.h"
#include "program/ir/amdgpu_form.h"
#include "program/ir/ptx_form.h"
#include "util/characters.h"
#include "util/invariant.h"
#include "util/text.h"

namespace hrfcheck::inline check {
namespace {

/// The words of a header field in lower case.
std::set<std::string> wordsOf(const Model& model, const std::string& field) {
  std::set<std::string> words;
  const auto found = model.header.fields.find(field);
  if (found == model.header.fields.end()) {
    return words;
  }
  std::string word;
  for (const char c : lowered(found->second) + " ") {
    if (isLetterOrDigit(c)) {
      word += c;
    } else if (!word.empty()) {
      words.insert(std::exchange(word, {}));
    }
  }
  return words;
}

/// Those whose programs have Conventions::ownModels, in lower case.
constexpr std::array<std::string_view, 2> kDialectsWithOwnModels{"ptx", "vulkan"};

/// Words of AMDGPU that take away what other models take for granted. (What is made available or visible
/// besides is so to them anyway.)
constexpr std::array<std::string_view, 2> kWordsOfAmdgpu{"one_as", "av_none"};

/// The first of these in a test of AMDGPU, or on a fence of HIP, which stands so in LLVM IR (that atomic
/// accesses of HIP are `one-as` there is HIP's affair); empty without any.
std::string_view wordOfAmdgpu(const Program& program) {
  const bool hip = program.dialect == "HIP";
  if (program.dialect != "AMDGPU" && !hip) {
    return "";
  }
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      if (hip && !std::holds_alternative<FenceOp>(instruction.operation)) {
        continue;
      }
      const auto found = std::ranges::find_first_of(kWordsOfAmdgpu, instruction.marks);
      if (found != kWordsOfAmdgpu.end()) {
        return *found;
      }
    }
  }
  return "";
}

/// The dialect that bell files are about.
constexpr std::string_view kBellDialect = "LISA";

struct Feature {
  bool Features::*used;
  std::array<const char*, 2> words;  ///< either of them on the `Outside:` line
  const char* text;
  const char* treatment;  ///< how the models treat it nevertheless (docs/models)
};

constexpr std::array<Feature, 5> kFeatures{{
    {&Features::remote, {"remote", "remotes"}, "remote operations", "treated as ordinary scoped ones"},
    {&Features::relaxedAtomics,
     {"relaxed", "rlx"},
     "relaxed atomics",
     "treated as atomics of their scope that neither acquire nor release"},
    {&Features::fences, {"fence", "fences"}, "fences", "treated by the rules of HSA"},
    {&Features::barriers,
     {"barrier", "barriers"},
     "barriers",
     "treated as a release on arrival and an acquire on departure"},
    {&Features::localMemory,
     {"local", "spaces"},
     "local memory beside global memory",
     "one happens-before covers both"},
}};

bool listed(const std::set<std::string>& words, const Feature& feature) {
  return std::any_of(feature.words.begin(), feature.words.end(),
                     [&](const char* word) { return words.contains(word); });
}

/// The features that the program uses and the model's source says nothing about.
std::vector<const Feature*> outside(const Model& model, const Program& program) {
  const std::set<std::string> words = wordsOf(model, "Outside");
  const Features features = featuresOf(program);
  std::vector<const Feature*> result;
  for (const Feature& feature : kFeatures) {
    if (features.*feature.used && listed(words, feature)) {
      result.push_back(&feature);
    }
  }
  return result;
}

}  // namespace

std::vector<std::string> outsideOf(const Model& model, const Program& program) {
  std::vector<std::string> result;
  for (const Feature* feature : outside(model, program)) {
    result.push_back(fmt::format("{} ({})", feature->text, feature->treatment));
  }
  return result;
}

bool knowsRemote(const Model& model) {
  return !listed(wordsOf(model, "Outside"), kFeatures[0]);
}

bool definesRaces(const Model& model) {
  return std::ranges::any_of(model.checks, isRaceFlag);
}

bool judgesPtxForm(const Model& model, const Program& program) {
  return formJudged(model, program) == TranslatedForm::Ptx;
}

TranslatedForm formJudged(const Model& model, const Program& program) {
  const std::set<std::string> dialects = wordsOf(model, "Dialects");
  const std::string title = lowered(model.header.title);
  const auto isOf = [&](const char* dialect) { return dialects.contains(dialect) || title == dialect; };
  if (dialects.contains(lowered(program.dialect))) {
    return TranslatedForm::Own;
  }
  return hasPtxForm(program) && isOf("ptx")         ? TranslatedForm::Ptx
         : hasAmdgpuForm(program) && isOf("amdgpu") ? TranslatedForm::Amdgpu
                                                    : TranslatedForm::Own;
}

std::shared_ptr<const Program> translated(const Program& program, TranslatedForm form) {
  INVARIANT(form != TranslatedForm::Own, "a translation");
  return form == TranslatedForm::Ptx ? ptxForm(program) : amdgpuForm(program);
}

std::string whyNotApplicable(const Model& model, const Program& program) {
  if (const Instruction* divided = dividedAtomic(program);
      divided != nullptr && !cat::knowsPartsOfAccesses(model)) {
    return fmt::format("{}: only ptx defines what that means", dividedAtomicText(program, *divided));
  }
  const std::set<std::string> dialects = wordsOf(model, "Dialects");
  const std::string dialect = lowered(program.dialect);
  // Dartagnan's models of these dialects have their names for titles.
  const std::string title = lowered(model.header.title);
  if (const Instruction* asynchronous = asynchronousInstruction(program);
      asynchronous != nullptr && (dialects.contains("ptx") || title == "ptx") &&
      !cat::knowsAsynchronousOperations(model)) {
    return fmt::format("the model does not define '{}'", asynchronous->text);
  }
  switch (formJudged(model, program)) {
    case TranslatedForm::Ptx:
      return whyNoPtxForm(program);
    case TranslatedForm::Amdgpu:
      return whyNoAmdgpuForm(program);
    case TranslatedForm::Own:
      break;
  }
  if (!dialects.contains(dialect)) {
    if (const std::string_view word = wordOfAmdgpu(program); !word.empty()) {
      return fmt::format("only models of AMDGPU know what '{}' means", word);
    }
  }
  if (const Instruction* fence = restrictedFence(program); fence != nullptr && hasPtxForm(program)) {
    return fmt::format("the model does not define '{}': only models of PTX do", fence->text);
  }
  const bool ofOne = std::ranges::find(kDialectsWithOwnModels, title) != kDialectsWithOwnModels.end();
  const bool said = program.conventions.ownModels || ofOne || !dialects.empty();
  if (said && !dialects.contains(dialect) && title != dialect) {
    return fmt::format("the model is not intended for {} tests", program.dialect);
  }
  if (model.bell && program.dialect != kBellDialect) {
    return fmt::format("the model was read with a bell file, which is for {} tests", kBellDialect);
  }
  if (!model.bell && program.dialect == kBellDialect && dialects.empty() && hasAnnotations(program)) {
    return "only a bell file (--bell) explains the annotations of the test";
  }
  return "";
}

}  // namespace hrfcheck::inline check
