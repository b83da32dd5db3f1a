#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

#include "cli/commands/commands.h"
#include "cli/model_folders.h"
#include "cli/output/output.h"
#include "frontend/litmus.h"
#include "report/text/listing.h"

namespace hrfcheck::inline cli {

namespace {

/// Standard input can stand for a file.
Model modelOf(const ModelLibrary& library, const std::string& file, const ModelsArguments& arguments) {
  if (file != "-") {
    return library.load(file);
  }
  const SourcePtr source = readSource(file);
  const std::string& path = arguments.stdinPath;
  return readModel(path.empty() ? source : std::make_shared<const Source>(path, source->text()),
                   arguments.includes, arguments.timeout);
}

}  // namespace

ExitStatus runModels(const ModelsArguments& arguments) {
  const ModelLibrary library = makeModelLibrary(arguments.includes, arguments.timeout);
  std::vector<ListedItem> items;
  std::vector<Diagnostic> diagnostics;
  ExitStatus status = ExitStatus::Done;
  const auto tell = [&](const std::vector<Diagnostic>& more) {
    complain(more);
    diagnostics.insert(diagnostics.end(), more.begin(), more.end());
  };
  for (const std::string& name : arguments.files.empty() ? library.names() : arguments.files) {
    try {
      const Model model = modelOf(library, name, arguments);
      items.push_back({arguments.files.empty() ? name : model.name, model.header.title, model.header.fields});
      if (!arguments.files.empty()) {
        tell(model.warnings);
      }
    } catch (const UserError& error) {
      tell(error.diagnostics());
      status = ExitStatus::BadInput;
    }
  }
  Output(std::nullopt)
      .write(arguments.format == Format::Json ? listingJson("models", items, diagnostics)
                                              : listingText(items, {"Source"}));
  return status;
}

ExitStatus runDialects(const DialectsArguments& arguments) {
  std::vector<ListedItem> items;
  for (const DialectInfo& dialect : dialects()) {
    items.push_back(
        {dialect.name, dialect.summary, {{"levels", fmt::format("{}", fmt::join(dialect.levels, " "))}}});
  }
  Output(std::nullopt)
      .write(arguments.format == Format::Json ? listingJson("dialects", items)
                                              : listingText(items, {"levels"}));
  return ExitStatus::Done;
}

ExitStatus runShow(const std::string& text) {
  Output(std::nullopt).write(text);
  return ExitStatus::Done;
}

}  // namespace hrfcheck::inline cli
