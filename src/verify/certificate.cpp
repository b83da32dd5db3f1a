#include "verify/certificate.h"

#include <fmt/format.h>

#include <charconv>
#include <functional>
#include <sstream>

#include "util/hash.h"
#include "verify/refused.h"

namespace hrfcheck::inline verify {
namespace {

/// More than any test has; keeps a certificate from asking for all memory.
constexpr std::size_t kMostEvents = 4096;
constexpr std::int64_t kMostVariables = 1 << 24;

/// One line as words.
class Words {
 public:
  Words(const std::string& file, std::size_t number, const std::string& line)
      : file_(file), number_(number), line_(line) {
    std::istringstream in(line);
    for (std::string word; in >> word;) {
      words_.push_back(word);
    }
  }

  bool empty() const { return words_.empty(); }
  bool done() const { return at_ >= words_.size(); }
  const std::string& first() const { return words_[0]; }
  std::string next() {
    if (done()) {
      refuse("ends too early");
    }
    return words_[at_++];
  }
  std::int64_t number() {
    const std::string word = next();
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size()) {
      refuse(fmt::format("has '{}' for a number", word));
    }
    return value;
  }
  std::size_t below(std::size_t limit) {
    const std::int64_t value = number();
    if (value < 0 || static_cast<std::size_t>(value) >= limit) {
      refuse(fmt::format("has {} where less than {} is meant", value, limit));
    }
    return static_cast<std::size_t>(value);
  }
  /// Everything after the words taken so far, as words with one blank between.
  std::string rest() {
    std::string text;
    for (; at_ < words_.size(); ++at_) {
      text += (text.empty() ? "" : " ") + words_[at_];
    }
    return text;
  }
  void end() {
    if (!done()) {
      refuse("has more words than are meant");
    }
  }
  [[noreturn]] void refuse(const std::string& what) const {
    throw Refused(fmt::format("{}, line {} ({}) {}", file_, number_, line_.substr(0, 60), what));
  }

 private:
  const std::string& file_;
  std::size_t number_;
  const std::string& line_;
  std::vector<std::string> words_;
  std::size_t at_ = 0;
};

/// Every line that has words. The last line must be "end": a text that is cut off is noticed.
void eachLine(const std::string& file, const std::string& text, const std::function<void(Words&)>& visit) {
  std::istringstream in(text);
  std::string line;
  bool ended = false;
  for (std::size_t number = 1; std::getline(in, line); ++number) {
    Words words(file, number, line);
    if (words.empty()) {
      continue;
    }
    if (ended) {
      words.refuse("comes after the end");
    }
    ended = words.first() == "end";
    if (!ended) {
      visit(words);
    }
  }
  if (!ended) {
    throw Refused(file + " is cut off");
  }
}

Pairs& relationOf(std::map<std::string, Pairs>& relations, const std::string& name, std::size_t events) {
  return relations.try_emplace(name, events).first->second;
}

}  // namespace

std::string digestOf(const std::string& text) {
  return fmt::format("{:016x}", fnv1a(text));
}

CertificateIndex readCertificate(const Files& files) {
  const auto text = files.find("certificate.txt");
  if (text == files.end()) {
    throw Refused("there is no certificate.txt");
  }
  CertificateIndex c;
  bool known = false;
  eachLine("certificate.txt", text->second, [&](Words& words) {
    const std::string key = words.next();
    if (key == "hrfcheck-certificate") {
      known = words.number() == 1;
    } else if (key == "test") {
      c.test = words.rest();
    } else if (key == "model") {
      c.model = words.next();
      c.modelFile = words.next();
    } else if (key == "quantifier") {
      c.quantifier = words.next();
    } else if (key == "unroll") {
      words.number();
    } else if (key == "file") {
      const std::string digest = words.next();
      c.digests[words.next()] = digest;
    } else if (key == "claim") {
      Claim claim;
      const std::string how = words.next();
      claim.refuted = how == "refuted";
      if (how != "refuted" && how != "shown") {
        words.refuse("is no claim");
      }
      claim.file = words.next();
      claim.what = words.rest();
      c.claims.push_back(std::move(claim));
    } else {
      words.refuse("is not understood");
    }
    words.end();
  });
  if (!known) {
    throw Refused("certificate.txt is of another version");
  }
  return c;
}

EventTable readEvents(const std::string& text) {
  EventTable table;
  eachLine("events.txt", text, [&](Words& words) {
    const std::size_t n = table.events.size();
    const std::string key = words.next();
    if (key == "location") {
      words.below(table.locations.size() + 1);
      table.initialValues.push_back(words.number());
      table.locations.push_back(words.rest());
    } else if (key == "event") {
      if (words.below(kMostEvents) != n) {
        words.refuse("has the wrong number");
      }
      EventRow row{words.next(), words.next(), {}};
      row.place = words.rest();
      table.events.push_back(std::move(row));
    } else if (key == "variable") {
      VariableRow row;
      const std::string kind = words.next();
      row.isLocation = kind == "location";
      if (row.isLocation) {
        row.location = words.below(table.locations.size());
      }
      row.name = words.rest();
      table.variables.push_back(std::move(row));
    } else if (key == "observed") {
      table.observed = words.below(table.variables.size() + 1);
    } else if (key == "condition" || key == "filter") {
      std::vector<std::string>& into = key == "condition" ? table.condition : table.filter;
      while (!words.done()) {
        into.push_back(words.next());
      }
    } else if (key == "set") {
      Pairs& set = relationOf(table.sets, words.next(), n);
      while (!words.done()) {
        const std::size_t e = words.below(n);
        set.insert(e, e);
      }
    } else if (key == "relation") {
      Pairs& relation = relationOf(table.relations, words.next(), n);
      while (!words.done()) {
        const std::size_t a = words.below(n);
        relation.insert(a, words.below(n));
      }
    } else if (key == "conditional") {
      EventTable::Conditional c{words.next(), words.below(n), words.below(n), words.below(2) == 1};
      table.conditional.push_back(std::move(c));
    } else {
      words.refuse("is not understood");
    }
    words.end();
  });
  return table;
}

FormulaText readFormula(const std::string& text) {
  FormulaText formula;
  std::size_t promised = 0;
  bool begun = false;
  const std::string file = "formula.cnf";
  std::istringstream in(text);
  std::string line;
  for (std::size_t number = 1; std::getline(in, line); ++number) {
    Words words(file, number, line);
    if (words.empty()) {
      continue;
    }
    if (words.first() == "c") {
      words.next();
      if (words.done() || words.next() != "legend") {
        continue;
      }
      const auto literal = static_cast<Literal>(words.number());
      const std::string what = words.rest();
      if (!formula.legend.emplace(what, literal).second) {
        words.refuse("explains something a second time");
      }
    } else if (words.first() == "p") {
      words.next();
      if (begun || words.next() != "cnf") {
        words.refuse("is no header");
      }
      formula.variables = static_cast<Literal>(words.below(kMostVariables));
      promised = words.below(SIZE_MAX >> 1U);
      begun = true;
    } else {
      Clause clause;
      for (std::int64_t l = words.number(); l != 0; l = words.number()) {
        if (!begun || l > formula.variables || l < -formula.variables) {
          words.refuse("has a literal of no variable");
        }
        clause.push_back(static_cast<Literal>(l));
      }
      words.end();
      formula.clauses.push_back(std::move(clause));
    }
  }
  if (!begun || formula.clauses.size() != promised) {
    throw Refused(
        fmt::format("formula.cnf has {} clauses and promises {}", formula.clauses.size(), promised));
  }
  for (const auto& [what, literal] : formula.legend) {
    if (literal == 0 || literal > formula.variables || literal < -formula.variables) {
      throw Refused(fmt::format("formula.cnf explains '{}' by a literal of no variable", what));
    }
  }
  return formula;
}

ExecutionText readExecution(const std::string& text, std::size_t events, Literal variables) {
  ExecutionText x;
  x.happens.resize(events);
  x.assignment.resize(static_cast<std::size_t>(variables) + 1);
  eachLine("an execution", text, [&](Words& words) {
    const std::string key = words.next();
    if (key == "happens") {
      while (!words.done()) {
        x.happens[words.below(events)] = true;
      }
    } else if (key == "access") {
      const std::size_t e = words.below(events);
      const std::size_t location = words.below(kMostEvents * kMostEvents);
      x.accesses[e] = {location, words.number()};
    } else if (key == "relation") {
      Pairs& relation = relationOf(x.relations, words.next(), events);
      while (!words.done()) {
        const std::size_t a = words.below(events);
        relation.insert(a, words.below(events));
      }
    } else if (key == "choice") {
      std::vector<std::pair<std::size_t, std::size_t>> pairs(words.below(events * events + 1));
      for (auto& [a, b] : pairs) {
        a = words.below(events);
        b = words.below(events);
      }
      Pairs& choice = relationOf(x.choices, words.rest(), events);
      for (const auto& [a, b] : pairs) {
        choice.insert(a, b);
      }
    } else if (key == "final") {
      const std::size_t variable = words.below(kMostEvents * kMostEvents);
      x.finals[variable] = words.number();
    } else if (key == "complete") {
      x.complete = words.below(2) == 1;
    } else if (key == "true") {
      while (!words.done()) {
        x.assignment[words.below(x.assignment.size())] = true;
      }
    } else {
      words.refuse("is not understood");
    }
    words.end();
  });
  return x;
}

}  // namespace hrfcheck::inline verify
