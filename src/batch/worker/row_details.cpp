#include "batch/worker/row_details.h"

#include <algorithm>

#include "report/picture/execution_scene.h"
#include "report/picture/shown_execution.h"
#include "util/utf8.h"

namespace hrfcheck::inline batch {
namespace {

constexpr std::size_t kLongest = std::size_t{256} << 10U;

void addText(std::vector<RowText>& texts, const Source& source) {
  const std::string text = source.text().substr(0, source.fileEnd());
  const bool shown = text.size() <= kLongest && cleaned(text, Controls::Xml) == text;
  if (shown && std::ranges::find(texts, source.name(), &RowText::file) == texts.end()) {
    texts.push_back({source.name(), text});
  }
}

}  // namespace

std::vector<RowText> rowTexts(const Source& test) {
  std::vector<RowText> texts;
  addText(texts, test);
  return texts;
}

std::vector<RowText> rowTexts(const Source& test, const Program& program) {
  std::vector<RowText> texts = rowTexts(test);
  const Source* last = &test;  // instructions of one file mostly follow one another
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      if (instruction.place.known() && instruction.place.source.get() != last) {
        last = instruction.place.source.get();
        addText(texts, *last);
      }
    }
  }
  return texts;
}

std::string rowPicture(const Verdict& verdict, const Model& model) {
  const auto shown = shownExecution(verdict, model);
  if (!shown) {
    return "";
  }
  // Without the model's name, so that models with the same execution share a picture.
  return executionDot(shown->execution, {shown->racing, verdict.program->name + ": " + shown->about,
                                         factsOf(model, shown->execution, shownNames(model))});
}

}  // namespace hrfcheck::inline batch
