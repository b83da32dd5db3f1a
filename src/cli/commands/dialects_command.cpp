#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/commands/commands.h"
#include "cli/output.h"
#include "frontend/litmus.h"
#include "report/listing.h"

namespace hrfcheck::inline cli {

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

}  // namespace hrfcheck::inline cli
