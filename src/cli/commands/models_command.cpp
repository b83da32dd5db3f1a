#include "cli/commands/commands.h"
#include "cli/model_folders.h"
#include "cli/output.h"
#include "report/listing.h"

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

}  // namespace hrfcheck::inline cli
