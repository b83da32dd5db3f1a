#include "report/written_edits.h"

#include <algorithm>

#include "check/races/annotation_edit.h"
#include "check/races/race_groups.h"
#include "frontend/edit/spelling.h"
#include "frontend/test_file.h"

namespace hrfcheck::inline report {
namespace {

std::optional<std::vector<TextChange>> written(const Program& program, const AnnotationEdit& edit) {
  const auto [thread, instruction] = edit.where;
  const Atomicity& now = *atomicityOf(instructionAt(program, edit.where));
  const std::vector<Annotation> said =
      writable(program, thread, instruction, {edit.order.value_or(now.order), edit.level, now.remote});
  return said.empty() ? std::nullopt : respelled(program, thread, instruction, said.front());
}

/// Lines of one function are the code of several threads: then the same change is made once.
bool agree(const std::vector<TextChange>& sorted) {
  return std::ranges::adjacent_find(sorted, [](const TextChange& one, const TextChange& next) {
           return next.span.begin < one.span.end || next.span == one.span;
         }) == sorted.end();
}

}  // namespace

std::vector<TextChange> writtenEdits(const Program& program, const std::vector<AnnotationEdit>& edits) {
  if (!program.source || isModule(program.source) || onWholeLines(program, edits).size() != edits.size()) {
    return {};
  }
  std::vector<TextChange> all;
  for (const AnnotationEdit& edit : edits) {
    const auto changes = written(program, edit);
    if (!changes) {
      return {};
    }
    all.insert(all.end(), changes->begin(), changes->end());
  }
  std::ranges::sort(all, {},
                    [](const TextChange& c) { return std::tuple(c.span.begin, c.span.end, c.text); });
  const auto [again, end] = std::ranges::unique(
      all, [](const TextChange& a, const TextChange& b) { return a.span == b.span && a.text == b.text; });
  all.erase(again, end);
  const bool inFile = all.empty() || all.back().span.end <= program.source->fileEnd();
  return inFile && agree(all) ? all : std::vector<TextChange>{};
}

}  // namespace hrfcheck::inline report
