#include "certify/certificate_support.h"

#include <doctest/doctest.h>

#include <filesystem>

#include "check/models/model_choice.h"
#include "check/prepare/preparation.h"
#include "frontend/litmus.h"
#include "frontend/test_file.h"
#include "support/temp_folder.h"
#include "util/diagnostic.h"

namespace hrfcheck::test {
namespace {

const std::filesystem::path kSources = HRFCHECK_SOURCE_DIR;

bool isInstalled(const LoadedModel& model, const Files& files) {
  std::size_t same = 0;
  for (const SourcePtr& source : model.sources) {
    const auto file = files.find("model/" + std::filesystem::path(source->name()).filename().string());
    same += file != files.end() && file->second == source->text() ? 1 : 0;
  }
  return same == model.sources.size();
}

}  // namespace

const ModelLibrary& library() {
  static const ModelLibrary models({kSources / "models"});
  return models;
}

std::shared_ptr<const Program> programIn(const std::string& file) {
  return parseLitmus(readTestSource((kSources / "litmus" / file).string(), {}), "");
}

std::shared_ptr<const Program> programOf(const std::string& text) {
  return parseLitmus(std::make_shared<const Source>("test.litmus", text), "");
}

Certificate certified(const std::shared_ptr<const Program>& program, const std::string& model) {
  Preparation preparation(program, 4);
  LoadedModel loaded = library().loadWithSources(model);
  loaded.model = asJudged(std::move(loaded.model), *program);
  return makeCertificate(preparation.of(loaded.model, {}), loaded, {}, {.version = kVersion});
}

Certificate certified(const std::string& file, const std::string& model) {
  return certified(programIn(file), model);
}

Files withNewDigests(Files files) {
  std::string& list = files.at("certificate.txt");
  std::string text;
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t end = std::min(list.find('\n', begin), list.size());
    std::string line = list.substr(begin, end - begin);
    if (line.starts_with("file ")) {
      const std::string name = line.substr(line.rfind(' ') + 1);
      line = files.contains(name) ? "file " + digestOf(files.at(name)) + " " + name : "";
    }
    text += line + "\n";
    begin = end + 1;
  }
  list = text;
  return files;
}

LoadedModel modelIn(const Files& files, const CertificateIndex& index) {
  static std::map<std::string, LoadedModel> known;
  static const std::vector<std::string> names = library().names();
  if (std::ranges::find(names, index.model) != names.end()) {
    const LoadedModel& installed =
        known.contains(index.model)
            ? known.at(index.model)
            : known.emplace(index.model, library().loadWithSources(index.model)).first->second;
    if (isInstalled(installed, files)) {
      return installed;
    }
  }
  const TempFolder folder;
  for (const auto& [name, text] : files) {
    if (name.starts_with("model/")) {
      folder.write(name, text);
    }
  }
  try {
    return ModelLibrary({std::filesystem::path(folder / "model")}).loadWithSources(folder / index.modelFile);
  } catch (const UserError& error) {
    throw Refused(index.modelFile, 0, error.diagnostics().front().message);
  }
}

Checked checked(const Files& files) {
  Checked result;
  result.verified = verifyCertificate(files);
  const LoadedModel model = modelIn(files, result.verified.index);
  result.compared = compareWithTest(files, result.verified.index, model.model, kVersion, {});
  return result;
}

std::string refusal(const Files& files) {
  try {
    checked(files);
    return "";
  } catch (const Refused& why) {
    return why.place() + ": " + why.what();
  }
}

std::string refusalOfForged(const Files& files) {
  return refusal(withNewDigests(files));
}

void replace(std::string& text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE_MESSAGE(at != std::string::npos, from);
  text.replace(at, from.size(), to);
}

std::string fileOfClaim(const Files& files, const std::string& how, const std::string& what) {
  const std::string& list = files.at("certificate.txt");
  for (std::size_t at = list.find("claim " + how); at != std::string::npos;
       at = list.find("claim " + how, at + 1)) {
    const std::string line = list.substr(at, list.find('\n', at) - at);
    const std::size_t second = line.find(' ', 6);
    const std::size_t third = line.find(' ', second + 1);
    if (line.substr(third + 1).starts_with(what)) {
      return line.substr(second + 1, third - second - 1);
    }
  }
  FAIL("nothing claimed of " << what);
  return "";
}

}  // namespace hrfcheck::test
