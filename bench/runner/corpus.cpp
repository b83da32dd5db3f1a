#include "bench/runner/corpus.h"

#include <algorithm>

#include "frontend/litmus.h"

namespace hrfcheck::bench {
namespace {

namespace fs = std::filesystem;

std::string usualModel(const Program& program) {
  if (featuresOf(program).remote) {
    return "rsp";
  }
  return program.dialect == "C" ? "rc11" : "hrf-indirect-relaxed";
}

}  // namespace

std::vector<CorpusTest> corpus(const Setting& setting) {
  std::vector<CorpusTest> tests;
  for (const auto& entry : fs::recursive_directory_iterator(setting.root / "litmus")) {
    // Those of `progress` and `simt` ask about schedulers, and lock bits are no part of the bench; those of
    // `lisa` have a model of their own; those of `synth`, in folders of their own, are many and alike.
    const auto family = entry.path().parent_path().filename();
    const bool asksModels = family != "progress" && family != "simt" && family != "lisa";
    const bool generated = entry.path().parent_path().parent_path().filename() == "synth";
    if (entry.path().extension() == ".litmus" && asksModels && !generated) {
      const SourcePtr source = readSource(entry.path().string());
      const std::string name = entry.path().parent_path().filename() / entry.path().stem();
      tests.push_back({name, source->text(), usualModel(*parseLitmus(source))});
    }
  }
  std::sort(tests.begin(), tests.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return tests;
}

std::vector<CorpusTest> smallTests(const Setting& setting) {
  std::vector<CorpusTest> tests = corpus(setting);
  std::erase_if(tests, [](const CorpusTest& test) {
    const std::string folder = test.name.substr(0, test.name.find('/'));
    return folder != "hrf" && folder != "rsp" && folder != "opencl" && folder != "c11";
  });
  return tests;
}

std::vector<CorpusTest> outsideTests(const Setting& setting, const std::string& folder,
                                     const std::string& model) {
  std::vector<CorpusTest> tests;
  const fs::path root = setting.root / "../shared/corpora/dat3m" / folder;
  if (!fs::is_directory(root)) {
    return tests;
  }
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (entry.path().extension() == ".litmus") {
      tests.push_back(
          {fs::relative(entry.path(), root).string(), readSource(entry.path().string())->text(), model});
    }
  }
  std::sort(tests.begin(), tests.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return tests;
}

}  // namespace hrfcheck::bench
