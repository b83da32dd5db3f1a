#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cat/model/model.h"
#include "corpus/expectations.h"
#include "program/structure/event_structure.h"

namespace hrfcheck::corpus {

/// The folder of the sources.
std::filesystem::path root();

/// The folders of litmus/ whose tests memory models are asked about: "hrf", "rsp", ... not "progress".
std::vector<std::string> families();

/// One litmus file, "litmus/hrf/t01-mp-wg.litmus".
struct LitmusFile {
  std::string family;  ///< "hrf"
  std::string name;    ///< "t01-mp-wg"
  std::string path() const { return "litmus/" + family + "/" + name + ".litmus"; }
};

/// By family and name. @throws std::runtime_error for anything in litmus/ that is no litmus file of a family.
std::vector<LitmusFile> litmusFiles();

/// The models of models/ by name, and those beside the tests (LISA) by path, as `hrfcheck batch` names them
/// when it is run in the source folder.
std::map<std::string, Model> models();

/// @throws UserError for mistakes in the file.
std::shared_ptr<const EventStructure> structureOf(const std::string& path);

/// expected-hrf.json: the published table.
Expectations table();
/// expected-extra.json: what stands beside it.
Expectations extra();
/// Of all files expected-*.json of this folder.
std::vector<ExpectedTest> allTests();
/// The same by file.
std::map<std::string, ExpectedTest> testsByFile();
/// Whether a test, which is this program, is run and pinned under a model: not if the model is not for its
/// dialect.
bool isPinned(const ExpectedTest& test, const Program& program, const Model& model);

}  // namespace hrfcheck::corpus
