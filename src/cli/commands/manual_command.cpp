#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sstream>

#include "cli/command_line.h"
#include "cli/commands/commands.h"
#include "cli/output/output.h"
#include "util/mapped.h"

namespace hrfcheck::inline cli {
namespace {

/// Plain text as groff: no character may start a request or an escape.
std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else if ((c == '.' || c == '\'') && (result.empty() || result.back() == '\n')) {
      result += "\\&";
      result += c;
    } else {
      result += c;
    }
  }
  return result;
}

std::string optionsText(const std::vector<OptionText>& options) {
  std::string text;
  for (const OptionText& option : options) {
    auto names = mapped<std::string>(
        option.names, [&](const std::string& name) { return fmt::format("\\fB{}\\fR", escaped(name)); });
    const std::string value = option.value.empty() ? "" : fmt::format(" \\fI{}\\fR", escaped(option.value));
    text += fmt::format(".TP\n{}{}\n{}\n", fmt::join(names, ", "), value, escaped(option.description));
  }
  return text;
}

std::string manualPage(const OptionTable& table) {
  std::string page = fmt::format(
      ".TH HRFCHECK 1 \"\" \"hrfcheck {}\"\n.SH NAME\nhrfcheck \\- checker for scoped GPU memory models\n"
      ".SH SYNOPSIS\n.B hrfcheck\n.I COMMAND\n[\\fIoptions\\fR] [\\fIarguments\\fR]\n.SH DESCRIPTION\n{}\n",
      HRFCHECK_VERSION, escaped(table.description));
  page += ".SH OPTIONS\n" + optionsText(table.options);
  for (const CommandText& command : table.commands) {
    page +=
        fmt::format(".SH HRFCHECK {}\n{}.\n{}.PP\n.nf\n{}\n.fi\n", escaped(command.name),
                    escaped(command.description), optionsText(command.options), escaped(command.examples));
  }
  return page;
}

}  // namespace

ExitStatus runManual() {
  Output(std::nullopt).write(manualPage(optionTable()));
  return ExitStatus::Done;
}

}  // namespace hrfcheck::inline cli
