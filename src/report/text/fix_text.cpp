#include "report/text/fix_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "check/races/annotation_edit.h"
#include "report/text/order_text.h"
#include "util/mapped.h"

namespace hrfcheck::inline report {
namespace {

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    text += i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ";
    text += parts[i];
  }
  return text;
}

}  // namespace

std::vector<NamedEdit> namedEdits(const Program& program, const std::vector<AnnotationEdit>& edits) {
  std::vector<NamedEdit> result;
  for (const AnnotationEdit& edit : edits) {
    result.push_back({program.instructionName(edit.where.thread, edit.where.instruction),
                      changesScope(program, edit) ? std::optional(edit.level) : std::nullopt, edit.order});
  }
  return result;
}

std::vector<NamedEdit> namedEdits(const Program& program, const std::vector<LineEdit>& edits) {
  std::vector<NamedEdit> result;
  for (const LineEdit& edit : edits) {
    result.push_back({program.lineText(edit.line), edit.level, edit.order});
  }
  return result;
}

std::string remedy(const Race& race) {
  return race.ordinary ? "would be ordered" : "would not race";
}

std::string fixText(const Program& program, const std::vector<NamedEdit>& edits) {
  const auto& levels = program.scopes.levels();
  const NamedEdit& first = edits.front();
  const bool alike = std::ranges::all_of(
      edits, [&](const NamedEdit& e) { return e.level == first.level && e.order == first.order; });
  const auto change = [&](const NamedEdit& edit) {
    const std::string scope = edit.level ? fmt::format(" at {} scope", levels[*edit.level]) : "";
    return edit.order ? fmt::format(" had order {}{}", orderText(*edit.order), scope) : " were" + scope;
  };
  auto parts = mapped<std::string>(
      edits, [&](const NamedEdit& edit) { return edit.name + (alike ? "" : change(edit)); });
  return joined(parts) + (alike ? change(first) : "");
}

}  // namespace hrfcheck::inline report
