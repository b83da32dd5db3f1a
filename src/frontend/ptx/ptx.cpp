#include "frontend/ptx/ptx.h"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/launch/directives.h"
#include "frontend/launch/kernel_text.h"
#include "frontend/ptx/demangle.h"
#include "frontend/ptx/lexer.h"
#include "frontend/ptx/parse.h"
#include "frontend/ptx/translate.h"
#include "frontend/shared/cursor.h"

namespace hrfcheck::frontend::ptx {
namespace {

/// Whether lines of the file name tests.
bool namesTests(const FileDirectives& lines) {
  return std::ranges::any_of(lines.tests, [](const NamedTest& test) { return !test.name.empty(); });
}

class PtxReader {
 public:
  PtxReader(const SourcePtr& source, std::string test, const SourcePtr& outcome, const Deadline& deadline)
      : source_(source), test_(std::move(test)), outcome_(outcome), deadline_(deadline) {}

  std::shared_ptr<const Program> run() {
    try {
      return body();
    } catch (const SyntaxFailure&) {
      diagnostics_.throwIfErrors();
      throw;
    }
  }

 private:
  std::shared_ptr<const Program> body() {
    const FileDirectives lines = readDirectives(source_, Lines::All, diagnostics_);
    std::string wanted;
    if (!namesTests(lines)) {
      wanted = std::exchange(test_, "");
    }
    const NamedTest& test = chooseTest(lines, test_, source_);
    const Directives directives = lines.of(test);
    const PtxModule module = parse(source_, diagnostics_, deadline_);
    const std::uint32_t entry = entryOf(module, directives, wanted);
    lowlevel::Kernel kernel = translate(module, entry, source_, diagnostics_);
    const std::string name = test.name.empty() ? nameByFile(source_->name()) : test.name;
    const lowlevel::Question question{source_,  directives, name, test.name.empty() ? wanted : test.name,
                                      outcome_, deadline_};
    return lowlevel::readKernel(std::move(kernel), question, diagnostics_);
  }

  static bool isCalled(const PtxFunction& function, std::string_view name) {
    return function.name == name || shownFunction(function.name) == name;
  }

  std::uint32_t entryOf(const PtxModule& module, const Directives& directives, const std::string& wanted) {
    const auto said = directives.only("kernel");
    const std::string name = said ? std::string(source_->slice(said->rest)) : wanted;
    std::vector<std::string> known;
    std::vector<std::uint32_t> found;
    for (std::uint32_t f = 0; f < module.functions.size(); ++f) {
      const PtxFunction& function = module.functions[f];
      if (function.entry && function.body) {
        known.push_back(shownFunction(function.name));
        if (name.empty() || isCalled(function, name)) {
          found.push_back(f);
        }
      }
    }
    if (found.size() == 1) {
      return found.front();
    }
    const Place place{source_, said ? said->rest : Span{}};
    if (known.empty()) {
      diagnostics_.error(place, "the module has no entry");
    } else if (name.empty()) {
      diagnostics_.error(place, fmt::format("the module has {} kernels", known.size()),
                         fmt::format("choose one with --kernel: {}", commaList(known)));
    } else {
      diagnostics_.error(place,
                         found.empty() ? fmt::format("the module has no kernel '{}'", name)
                                       : fmt::format("the module has {} kernels '{}'", found.size(), name),
                         fmt::format("choose one with --kernel: {}", commaList(known)));
    }
    throw SyntaxFailure{};
  }

  const SourcePtr& source_;
  std::string test_;
  const SourcePtr& outcome_;
  const Deadline& deadline_;
  Diagnostics diagnostics_;
};

}  // namespace

bool isPtxFile(const std::string& file) {
  return file.ends_with(".ptx");
}

bool isPtx(const SourcePtr& source) {
  return isPtxFile(source->name());
}

std::vector<std::string> entriesOf(const SourcePtr& source) {
  Diagnostics reportedWhenRead;
  std::vector<std::string> names;
  try {
    const PtxModule module = parse(source, reportedWhenRead);
    for (const PtxFunction& function : module.functions) {
      if (function.entry && function.body) {
        names.push_back(shownFunction(function.name));
      }
    }
  } catch (const SyntaxFailure&) {
    // Whoever reads it says why.
  }
  return names;
}

std::shared_ptr<const Program> readPtx(const SourcePtr& source, const std::string& test,
                                       const SourcePtr& outcome, const Deadline& deadline) {
  return PtxReader(source, test, outcome, deadline).run();
}

}  // namespace hrfcheck::frontend::ptx
