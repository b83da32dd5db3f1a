// What is done here can only refuse a certificate: nothing is accepted because of it.

#include "certify/against_test.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "certify/certify.h"
#include "certify/stated.h"
#include "check/models/model_choice.h"
#include "check/prepare/preparation.h"
#include "frontend/launch/kernel_text.h"
#include "frontend/litmus.h"
#include "frontend/preprocess/code_lines.h"
#include "program/lock_unit/with_lock_bits.h"
#include "util/diagnostic.h"
#include "util/text.h"
#include "util/utf8.h"

namespace hrfcheck::inline certify {
namespace {

const std::string kTestFile = "test.txt";

std::string shortened(std::string_view line) {
  constexpr std::size_t kShown = 60;
  return std::string(line.substr(0, kShown)) + (line.size() > kShown ? "..." : "");
}

[[noreturn]] void refuseLine(const std::string& file, std::size_t number, std::string_view has,
                             std::string_view meant) {
  throw Refused(file, number,
                has.empty() ? fmt::format("the line '{}' is missing, which the test has", shortened(meant))
                : meant.empty()
                    ? fmt::format("'{}' is not part of the test", shortened(has))
                    : fmt::format("'{}' is not what the test has: '{}'", shortened(has), shortened(meant)));
}

void requireSame(const std::string& file, const std::string& has, const std::string& meant) {
  const std::vector<std::string_view> lines = linesOf(has);
  const std::vector<std::string_view> expected = linesOf(meant);
  for (std::size_t i = 0; i < std::max(lines.size(), expected.size()); ++i) {
    const std::string_view line = i < lines.size() ? lines[i] : std::string_view();
    const std::string_view wanted = i < expected.size() ? expected[i] : std::string_view();
    if (line != wanted) {
      refuseLine(file, i + 1, line, wanted);
    }
  }
}

/// "set ACQ", "relation po": what a line gives; nothing for other lines.
std::string_view tableIn(std::string_view line) {
  if (!line.starts_with("set ") && !line.starts_with("relation ") && !line.starts_with("conditional ")) {
    return {};
  }
  return line.substr(0, line.find(' ', line.find(' ') + 1));
}

/// Without the sets and relations that are only in one of them: another version may not know them, and a
/// model that names one of those is refused.
std::string withoutNewTables(const std::string& written, const std::string& known) {
  std::set<std::string_view> tables;
  for (const std::string_view line : linesOf(known)) {
    tables.insert(tableIn(line));
  }
  std::string text;
  for (const std::string_view line : linesOf(written)) {
    if (tableIn(line).empty() || tables.contains(tableIn(line))) {
      text += std::string(line) + "\n";
    }
  }
  return text;
}

/// The text as it was read: with the options of the command line behind the file's own.
SourcePtr sourceOf(const std::string& text, const ReadingOfTest& reading) {
  if (reading.file.empty()) {
    return std::make_shared<const Source>(kTestFile, text);
  }
  const std::string own = text.substr(0, reading.ownText);
  const std::string options = text.substr(own.size());
  const bool separate = options.empty() || own.empty() || own.ends_with('\n');
  for (const std::string_view line : linesOf(options)) {
    if (!separate || !line.starts_with("--")) {
      throw Refused(
          kTestFile, 0,
          fmt::format("'{}' comes after the end of the file, and is not an option", shortened(line)));
    }
  }
  if (own.size() != reading.ownText) {
    throw Refused(kTestFile, 0, "the text is shorter than certificate.txt says");
  }
  return std::make_shared<const Source>(reading.file, own, options);
}

/// Whether a file might be opened for the text, however that is spelt. For `#include <cuda/atomic>` none is:
/// what it declares is known.
bool namesFiles(const std::string& text) {
  return std::ranges::any_of(linesOf(text), [](std::string_view line) {
    const auto names = [&](const char* word) { return line.find(word) != std::string_view::npos; };
    const std::string_view words = stripped(line);
    const bool system = words.starts_with("#include <") && words.find('>') == words.size() - 1;
    return !system && (names("include") || names("import") || names("embed"));
  });
}

/// Why a test cannot be read without another program; empty where it can.
std::string whyNotRead(const SourcePtr& source, const ReadingOfTest& reading) {
  if (reading.compiled) {
    return "a compiler made the module that was read";
  }
  if (frontend::kernelDialect(source) == nullptr) {
    return "";
  }
  const std::string own = source->text().substr(0, source->fileEnd());
  return frontend::needsPreprocessor(own) || namesFiles(own) ? "its text is for the preprocessor" : "";
}

std::shared_ptr<const Program> programOf(const SourcePtr& source, const ReadingOfTest& reading,
                                         const Deadline& deadline) {
  LockUnitReading lockUnit;
  if (!reading.file.empty()) {
    lockUnit = {.lockBits = reading.lockBits, .ordered = reading.locksOrder};
  }
  return withLockBits(parseLitmus(source, reading.test, deadline), lockUnit);
}

/// Certificates of version 1 say nothing of what they rest on, those of version 2 less.
void requireGrounds(const CertificateIndex& index, const PreparedTest& test) {
  Grounds grounds = groundsOf(test);
  if (index.version < 3) {
    grounds.considered.clear();
    grounds.assumptions.resize(test.program().openValues.empty() ? 0 : 1);
  }
  if (index.version > 1 && index.assumptions != grounds.assumptions) {
    throw Refused("certificate.txt", 0, "the lines 'assumes' are not those of the test");
  }
  if (index.considered != grounds.considered) {
    throw Refused("certificate.txt", 0, "the lines 'considers' are not those of the test under this model");
  }
}

/// A mistake in the test, at its line of test.txt.
Refused refusedFor(const UserError& error) {
  const Diagnostic& first = error.diagnostics().front();
  const std::size_t line = first.place.known() ? first.place.position().line : 0;
  return {kTestFile, line, fmt::format("the test cannot be read: {}", first.message)};
}

}  // namespace

ComparedWithTest compareWithTest(const Files& files, const CertificateIndex& index, const Model& asWritten,
                                 const std::string& version, const Deadline& deadline) try {
  const SourcePtr source = sourceOf(files.at(kTestFile), index.reading);
  if (const std::string why = whyNotRead(source, index.reading); !why.empty()) {
    return {why, why};
  }
  const std::shared_ptr<const Program> program = programOf(source, index.reading, deadline);
  if (index.test != program->name) {
    throw Refused(
        "certificate.txt", 0,
        fmt::format("the test is called '{}' here, and '{}' in test.txt", index.test, program->name));
  }
  if (index.quantifier != quantifierWord(program->quantifier)) {
    throw Refused("certificate.txt", 0, "the quantifier is not that of test.txt");
  }
  const Model model = asJudged(asWritten, *program);
  const PreparedTest prepared =
      Preparation(program, index.reading.unroll, Rules::Unsettled).of(model, deadline);
  requireGrounds(index, prepared);
  if (const std::string why = whyNotCertified(prepared.structure()); !why.empty()) {
    throw Refused("certificate.txt", 0, why);
  }
  const Stated stated = statedOf(prepared.structurePtr(), model, deadline);
  const bool sameVersion = index.writtenBy == version;
  requireSame("events.txt", files.at("events.txt"),
              sameVersion ? stated.events : withoutNewTables(stated.events, files.at("events.txt")));
  if (sameVersion) {
    requireSame("formula.cnf", files.at("formula.cnf"), stated.formula);
  }
  return {"", stated.formula == files.at("formula.cnf") ? ""
              : index.writtenBy.empty() ? "the certificate does not say which version of hrfcheck wrote it"
                                        : "version " + index.writtenBy + " of hrfcheck wrote it"};
} catch (const UserError& error) {
  if (index.reading.file.empty()) {
    const std::string why = "the certificate does not say how its test is read";
    return {why, why};
  }
  throw refusedFor(error);
}

}  // namespace hrfcheck::inline certify
