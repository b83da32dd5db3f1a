#include "differential/kernel_laws.h"

#include <fmt/format.h>

#include <algorithm>

#include "differential/kernel_ids.h"

namespace hrfcheck {
namespace {

using Texts = std::set<std::string>;

void describeTexts(std::string& into, const std::string& what, const char* nameA, const Texts& a,
                   const char* nameB, const Texts& b) {
  const auto oneWay = [&](const char* name, const Texts& has, const Texts& lacks) {
    for (const std::string& text : has) {
      into += lacks.contains(text) ? "" : fmt::format("  {} only for {}: {}\n", what, name, text);
    }
  };
  oneWay(nameA, a, b);
  oneWay(nameB, b, a);
}

/// Names of local memory as in the launched form.
std::string nameIn(const kernels::Kernel& kernel, std::string name) {
  for (const kernels::Object& object : kernel.objects) {
    for (unsigned g = 0; object.local && g < kernel.groups; ++g) {
      const std::string flat = kernels::instanceName(kernel, object.name, g, true);
      if (name == flat || name.starts_with(flat + "[")) {
        return kernels::instanceName(kernel, object.name, g, false) + name.substr(flat.size());
      }
    }
  }
  return name;
}

std::string stateText(const std::map<std::string, Value>& values) {
  std::string text;
  for (const auto& [name, value] : values) {
    text += fmt::format("{}={} ", name, value);
  }
  return text;
}

Texts statesOf(const kernels::Kernel& kernel, const KernelAnswer& form) {
  Texts texts;
  for (const std::vector<Value>& values : form.answer.outcomes) {
    std::map<std::string, Value> state;
    for (std::size_t i = 0; i < values.size(); ++i) {
      state[nameIn(kernel, form.program.nameOf(form.program.observed[i]))] = values[i];
    }
    texts.insert(stateText(state));
  }
  return texts;
}

Texts statesOf(const Program& program, const kernels::Interleavings& interleavings) {
  Texts texts;
  for (const auto& all : interleavings.finalStates) {
    std::map<std::string, Value> state;
    for (const StateVariable& variable : program.observed) {
      const std::string name = program.nameOf(variable);
      state[name] = all.at(name);
    }
    texts.insert(stateText(state));
  }
  return texts;
}

/// Statements have the numbers of their lines in the launched form.
unsigned numberOf(const kernels::KernelText& launched, const kernels::Stmt* stmt) {
  const auto line =
      std::ranges::find_if(launched.statements, [&](const auto& s) { return s.second == stmt; });
  return line == launched.statements.end() ? 0 : line->first;
}

std::string whereText(const KernelAnswer& form, const kernels::KernelText& launched,
                      const InstructionRef& where) {
  const Place& place = form.program.threads[where.thread].instructions[where.instruction].place;
  const auto stmt = form.text.statements.find(place.position().line);
  return fmt::format("P{} in line {}", where.thread,
                     stmt == form.text.statements.end() ? 0 : numberOf(launched, stmt->second));
}

const char* kindText(IncidentKind kind) {
  switch (kind) {
    case IncidentKind::BoundReached:
      return "bound";
    case IncidentKind::BarrierDivergence:
      return "divergence";
    case IncidentKind::Fault:
      return "fault";
  }
  return "";
}

Texts incidentsOf(const KernelAnswer& form, const kernels::KernelText& launched) {
  Texts texts;
  for (const auto& [kind, where] : form.answer.incidents) {
    texts.insert(kind == IncidentKind::BoundReached
                     ? fmt::format("bound of P{}", where.thread)
                     : fmt::format("{} of {}", kindText(kind), whereText(form, launched, where)));
  }
  return texts;
}

Texts incidentsOf(const kernels::KernelText& launched, const kernels::Interleavings& interleavings) {
  Texts texts;
  for (const auto& [failure, thread, stmt] : interleavings.failures) {
    texts.insert(failure == kernels::Failure::Bound
                     ? fmt::format("bound of P{}", thread)
                     : fmt::format("{} of P{} in line {}",
                                   failure == kernels::Failure::Fault ? "fault" : "divergence", thread,
                                   numberOf(launched, stmt)));
  }
  return texts;
}

Texts flagsOf(const KernelAnswer& form, const kernels::KernelText& launched) {
  Texts texts;
  for (const auto& [flag, pairs] : form.answer.flags) {
    texts.insert(flag);
    for (const auto& [first, second] : pairs) {
      const std::string a = whereText(form, launched, first);
      const std::string b = whereText(form, launched, second);
      texts.insert(fmt::format("{} {} x {}", flag, std::min(a, b), std::max(a, b)));
    }
  }
  return texts;
}

}  // namespace

std::string differenceToInterleavings(const kernels::Kernel& kernel, const KernelAnswer& launched,
                                      const kernels::Interleavings& interleavings) {
  std::string result;
  describeTexts(result, "final state", "the engine", statesOf(kernel, launched), "interleavings",
                statesOf(launched.program, interleavings));
  describeTexts(result, "incident", "the engine", incidentsOf(launched, launched.text), "interleavings",
                incidentsOf(launched.text, interleavings));
  return result;
}

std::string differenceOfForms(const kernels::Kernel& kernel, const KernelAnswer& launched,
                              const KernelAnswer& expanded) {
  std::string result;
  const auto describe = [&](const char* what, const Texts& a, const Texts& b) {
    describeTexts(result, what, "the launched form", a, "the form by hand", b);
  };
  describe("final state", statesOf(kernel, launched), statesOf(kernel, expanded));
  describe("incident", incidentsOf(launched, launched.text), incidentsOf(expanded, launched.text));
  describe("flag", flagsOf(launched, launched.text), flagsOf(expanded, launched.text));
  return result;
}

}  // namespace hrfcheck
