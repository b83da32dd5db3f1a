#include <fmt/format.h>

#include <map>

#include "certify/tables.h"
#include "engine/incident_name.h"

namespace hrfcheck::inline certify {
namespace {

class Legend {
 public:
  explicit Legend(const smt::Encoding& encoding) : encoding_(encoding) {}

  std::string text(const Model& model, const Questions& questions) {
    add("eligible", encoding_.eligible());
    add("condition", encoding_.condition());
    add("raises-flags", encoding_.raisesFlags());
    events();
    relations(model);
    for (std::size_t v = 0; v < encoding_.observed().size(); ++v) {
      for (const auto& [value, literal] : encoding_.observed()[v].entries()) {
        add(fmt::format("final {} {}", v, value), literal);
      }
    }
    for (const auto* list : {&questions.flags, &questions.incidents}) {
      for (const auto& [name, literal] : *list) {
        add(name, literal);
      }
    }
    return text_;
  }

 private:
  void add(const std::string& what, smt::Lit literal) {
    text_ += fmt::format("c legend {} {}\n", literal, what);
  }

  void events() {
    const smt::CandidateFormula& candidate = encoding_.candidate();
    for (EventId e = 0; e < candidate.size(); ++e) {
      add(fmt::format("happens {}", e), candidate.exec(e));
      for (const auto& [value, literal] : candidate.code().events[e].values.entries()) {
        add(fmt::format("value {} {}", e, value), literal);
      }
      for (const auto& [location, literal] : candidate.code().events[e].locations.entries()) {
        add(fmt::format("location {} {}", e, location), literal);
      }
    }
  }

  void pairs(const std::string& name, const smt::PairLiterals& literals) {
    literals.may(encoding_.candidate().size()).forEach([&](EventId a, EventId b) {
      add(fmt::format("{} {} {}", name, a, b), literals.at(a, b));
    });
  }

  void relations(const Model& model) {
    const std::pair<const char*, BaseRelation> named[] = {
        {"rf", BaseRelation::Rf},     {"co", BaseRelation::Co},     {"addr", BaseRelation::Addr},
        {"data", BaseRelation::Data}, {"ctrl", BaseRelation::Ctrl}, {"syncbar", BaseRelation::SyncBarrier}};
    for (const auto& [name, relation] : named) {
      pairs(name, *encoding_.candidate().dynamicRelation(relation));
    }
    for (std::size_t i = 0; i < encoding_.choices().size(); ++i) {
      pairs("choice " + model.choices[i].name, encoding_.choices()[i]);
    }
  }

  const smt::Encoding& encoding_;
  std::string text_;
};

}  // namespace

const std::string& nameInFile(const Check& check) {
  return check.writtenName.empty() ? check.name : check.writtenName;
}

std::string incidentText(IncidentKind kind, const InstructionRef& where) {
  return fmt::format("incident {} P{} {}", nameOf(kind), where.thread, where.instruction);
}

Questions questionsOf(smt::Encoding& encoding, const Model& model) {
  std::map<std::string, std::vector<smt::Lit>> flags;
  for (const smt::FlagQuestion& question : encoding.flags()) {
    flags[nameInFile(model.checks[question.check])].push_back(question.raised);
  }
  Questions questions;
  for (auto& [name, literals] : flags) {
    questions.flags.emplace_back("flag " + name, encoding.formula().orOf(std::move(literals)));
  }
  for (const smt::IncidentQuestion& q : encoding.incidents()) {
    questions.incidents.emplace_back(incidentText(q.kind, q.where), q.happens);
  }
  return questions;
}

std::string legendText(const smt::Encoding& encoding, const Model& model, const Questions& questions) {
  return Legend(encoding).text(model, questions);
}

}  // namespace hrfcheck::inline certify
