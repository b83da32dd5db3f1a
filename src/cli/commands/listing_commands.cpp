#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/commands/commands.h"
#include "cli/model_folders.h"
#include "cli/output/output.h"
#include "frontend/litmus.h"
#include "report/text/listing.h"

namespace hrfcheck::inline cli {

ExitStatus runModels(const ModelsArguments& arguments) {
  const ModelLibrary library = makeModelLibrary(arguments.includes);
  std::vector<ListedItem> items;
  ExitStatus status = ExitStatus::Done;
  for (const std::string& name : library.names()) {
    try {
      const Model model = library.load(name);
      items.push_back({name, model.header.title, model.header.fields});
    } catch (const UserError& error) {
      complain(error.diagnostics());
      status = ExitStatus::BadInput;
    }
  }
  Output(std::nullopt)
      .write(arguments.format == Format::Json ? listingJson("models", items)
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
