// The law: a kernel has the same final states, incidents and racing lines in whatever way it comes. Where it
// is not compared so, there is a reason (Comparison::Kind), and what can still be asked is asked: executions
// that C defines, and that come to their end as written, are executions of what compilers make of it.

#include "fronts/law.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "differential/kernel_text.h"
#include "differential/smaller_kernels.h"

namespace hrfcheck::fronts {
namespace {

std::string missing(const char* what, const Texts& from, const Texts& in, const std::string& name) {
  std::string text;
  for (const std::string& one : from) {
    text += in.contains(one) ? "" : fmt::format("  {} only as {}: {}\n", what, name, one);
  }
  return text;
}

/// What is found as written, and not as compiled, and does not depend on what is left open.
std::string lostBy(const Answer& written, const Answer& compiled) {
  return missing("final state", written.finalStates, compiled.finalStates, "written") +
         missing("flag", written.flagsOfOtherLines, compiled.flags, "written");
}

std::string differenceOf(const Answer& written, const Answer& compiled, Way way) {
  return missing("final state", written.finalStates, compiled.finalStates, "written") +
         missing("flag", written.flags, compiled.flags, "written") +
         missing("final state", compiled.finalStates, written.finalStates, nameOf(way)) +
         missing("flag", compiled.flags, written.flags, nameOf(way)) +
         missing("incident", written.incidents, compiled.incidents, "written") +
         missing("incident", compiled.incidents, written.incidents, nameOf(way));
}

Comparison whereSomeIsLeftOut(Comparison::Kind kind, const Answer& written, const Answer& compiled) {
  const std::string lost = lostBy(written, compiled);
  return lost.empty() ? Comparison{kind} : Comparison{Comparison::Kind::Differs, lost};
}

bool isWordOf(const std::string& text, const std::string& word) {
  const auto inWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !inWord(text[at - 1])) && (end == text.size() || !inWord(text[end]))) {
      return true;
    }
  }
  return false;
}

std::vector<std::string> declaredIn(const kernels::Kernel& kernel) {
  std::vector<std::string> names;
  for (const kernels::Object& object : kernel.objects) {
    names.push_back(object.name);
  }
  for (const kernels::Variable& variable : kernel.variables) {
    names.push_back(variable.name);
  }
  for (const kernels::Function& function : kernel.functions) {
    names.push_back(function.name + "_");
  }
  return names;
}

/// Whether what is declared in the whole is declared in the part as well, or not needed there.
bool declaresEnough(const kernels::Kernel& part, const kernels::Kernel& whole) {
  const std::vector<std::string> declared = declaredIn(part);
  const std::string text = kernels::textInFile(part, "_").text;
  return !part.objects.empty() && std::ranges::none_of(declaredIn(whole), [&](const std::string& name) {
    return std::ranges::find(declared, name) == declared.end() && isWordOf(text, name);
  });
}

/// The first of many kernels that differs.
const kernels::Kernel* firstThatDiffers(const Batch& batch, const Question& question, Way way) {
  for (std::size_t k = 0; k < batch.kernels().size(); ++k) {
    const Answer written = answerOf({batch, k, Way::Source}, question);
    if (compared(written, answerOf({batch, k, way}, question), way).kind == Comparison::Kind::Differs) {
      return &batch.kernels()[k];
    }
  }
  return nullptr;
}

}  // namespace

const char* nameOf(Comparison::Kind kind) {
  switch (kind) {
    case Comparison::Kind::Same:
      return "same";
    case Comparison::Kind::Differs:
      return "differs";
    case Comparison::Kind::Undefined:
      return "undefined in C";
    case Comparison::Kind::Diverges:
      return "barriers that not all meet";
    case Comparison::Kind::Cut:
      return "cut at the bound of a loop";
    case Comparison::Kind::Open:
      return "open";
    case Comparison::Kind::NotComputed:
      return "not computed";
    case Comparison::Kind::Refused:
      return "refused";
    case Comparison::Kind::Large:
      return "too large";
  }
  return "";
}

Answer answerOf(const Asked& kernel, const Question& question) {
  return question.model == nullptr ? kernel.progress() : kernel.under(*question.model, question.engine);
}

Comparison compared(const Answer& written, const Answer& compiled, Way way) {
  for (const Answer* answer : {&written, &compiled}) {
    if (answer->kind == Answer::Kind::Refused) {
      return {Comparison::Kind::Refused, answer->why};
    }
    if (answer->kind == Answer::Kind::Large) {
      return {Comparison::Kind::Large, answer->why};
    }
  }
  if (compiled.kind == Answer::Kind::Skipped) {
    return {Comparison::Kind::NotComputed, compiled.why};
  }
  if (written.kind != Answer::Kind::Decided) {
    return {Comparison::Kind::Open, written.why};
  }
  if (compiled.kind == Answer::Kind::Open) {
    return written.faults ? Comparison{Comparison::Kind::Undefined}
                          : Comparison{Comparison::Kind::Differs, "  open: " + compiled.why + "\n"};
  }
  const std::string difference = differenceOf(written, compiled, way);
  if (difference.empty()) {
    return {};
  }
  if (written.faults) {
    return whereSomeIsLeftOut(Comparison::Kind::Undefined, written, compiled);
  }
  if (written.diverges && isCpp(way)) {
    return whereSomeIsLeftOut(Comparison::Kind::Diverges, written, compiled);
  }
  if (written.cut) {
    return whereSomeIsLeftOut(Comparison::Kind::Cut, written, compiled);
  }
  return {Comparison::Kind::Differs, difference};
}

kernels::Kernel shrunk(kernels::Kernel kernel, const Question& question, Way way) {
  constexpr std::size_t kAtOnce = 40;
  for (std::size_t skipped = 0;;) {
    std::vector<kernels::Kernel> smaller;
    std::size_t seen = 0;
    kernels::eachSmallerKernel(kernel, [&](const kernels::Kernel& candidate) {
      if (seen++ >= skipped && declaresEnough(candidate, kernel)) {
        smaller.push_back(candidate);
      }
      return smaller.size() == kAtOnce;
    });
    if (smaller.empty()) {
      return kernel;
    }
    const Batch batch(std::move(smaller), {way});
    const kernels::Kernel* differs = firstThatDiffers(batch, question, way);
    skipped = differs == nullptr ? seen : 0;
    kernel = differs == nullptr ? kernel : *differs;
  }
}

}  // namespace hrfcheck::fronts
