#include "report/termination/lts_picture.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "report/scene/text.h"
#include "util/mapped.h"
#include "util/utf8.h"

namespace hrfcheck::inline report {
namespace {

constexpr const char* kStemColour = "#1f4e9c";
constexpr const char* kLoopColour = "#c01818";
constexpr const char* kPlainColour = "#555555";

constexpr const char* kHead =
    "digraph states {\n"
    "  rankdir=TB; ranksep=0.5; nodesep=0.4; labelloc=t; fontname=\"Helvetica\"; fontsize=13; "
    "bgcolor=white;\n"
    "  pad=0.2;\n"
    "  node [shape=box, style=\"rounded,filled\", fillcolor=\"#ffffff\", color=\"#4a5a78\", "
    "fontname=\"Helvetica\", fontsize=11, margin=\"0.12,0.06\"];\n"
    "  edge [fontname=\"Helvetica\", fontsize=11, arrowsize=0.8];\n";

using StepKey = std::tuple<StateId, AgentId, std::uint32_t>;

enum class Mark { None, Stem, Loop };

StepKey keyOf(const ScheduleStep& step) {
  return {static_cast<StateId>(step.from), step.agent, step.choice};
}

/// Which steps belong to the hang.
std::map<StepKey, Mark> marksOf(const LtsPicture& picture) {
  std::map<StepKey, Mark> marks;
  if (picture.hang) {
    const Lasso& lasso = picture.hang->lasso();
    for (const ScheduleStep& step : lasso.stem) {
      marks[keyOf(step)] = Mark::Stem;
    }
    for (const ScheduleStep& step : lasso.loop) {
      marks[keyOf(step)] = Mark::Loop;
    }
  }
  return marks;
}

bool hasEnded(const Lts& lts, StateId s) {
  return lts.ended(s);
}

/// Where the loop goes round, or a deadlock stands.
std::set<StateId> hangingStates(const LtsPicture& picture) {
  std::set<StateId> states;
  if (picture.hang) {
    const Lasso& lasso = picture.hang->lasso();
    for (const ScheduleStep& step : lasso.loop) {
      states.insert(static_cast<StateId>(step.from));
    }
    if (lasso.loop.empty()) {
      states.insert(lasso.stem.empty() ? StateId{0} : static_cast<StateId>(lasso.stem.back().to));
    }
  }
  return states;
}

constexpr const char* kMaskedColour = "#999999";

/// A state as rows, one for each thread; lanes of a wavefront stand side by side in a frame, and those that
/// do not execute are grey.
class StateLabel {
 public:
  StateLabel(const Lts& lts, StateId s) : text_(lts.textOf(s)) {
    row(fmt::format("<b>{}</b>", s));
    row(dotHtml(text_.memory));
    for (const StateText::Agent& agent : text_.agents) {
      if (agent.lanes.size() > 1) {
        wavefront(agent);
      } else {
        thread(agent);
      }
    }
    std::string ran = concatenated(
        lts.ran(s), [&](const ThreadId thread) { return " " + lts.program().threads[thread].name; });
    if (!ran.empty()) {
      row(dotHtml("ran" + ran));
    }
  }

  std::string html() const {
    return "<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\">" + rows_ + "</table>";
  }

 private:
  void row(const std::string& html) {
    rows_ += html.empty() ? "" : fmt::format("<tr><td>{}</td></tr>", html);
  }

  void thread(const StateText::Agent& agent) {
    const StateText::Lane& lane = agent.lanes.front();
    std::string words = lane.thread;
    for (const std::string& more : {lane.place, lane.registers, agent.remark}) {
      words += (more.empty() ? "" : " ") + more;
    }
    row(dotHtml(words));
  }

  void wavefront(const StateText::Agent& agent) {
    const bool runs = !std::ranges::all_of(agent.lanes, &StateText::Lane::ended);
    std::string cells;
    for (const StateText::Lane& lane : agent.lanes) {
      std::string html = dotHtml(lane.thread) + "<br/>" + dotHtml(lane.place);
      html += lane.registers.empty() ? "" : "<br/>" + dotHtml(lane.registers);
      const bool grey = lane.masked || (runs && lane.ended);
      cells += grey ? fmt::format("<td valign=\"top\" bgcolor=\"#eeeeee\"><font color=\"{}\">{}</font></td>",
                                  kMaskedColour, html)
                    : "<td valign=\"top\">" + html + "</td>";
    }
    row("<table border=\"1\" color=\"#9aa7bd\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"3\"><tr>" +
        cells + "</tr></table>");
    row(dotHtml(agent.remark));
  }

  StateText text_;
  std::string rows_;
};

class DotWriter {
 public:
  DotWriter(const Lts& lts, const LtsPicture& picture)
      : lts_(lts),
        picture_(picture),
        marks_(marksOf(picture)),
        hanging_(hangingStates(picture)),
        shown_(picture.states.begin(), picture.states.end()) {}

  std::string write() {
    out_ = kHead;
    out_ += picture_.captioned ? fmt::format("  label=<{}<br/>&#160;>;\n", dotHtml(picture_.title)) : "";
    for (const StateId s : picture_.states) {
      node(s);
    }
    for (const StateId s : picture_.states) {
      arrows(s);
    }
    return out_ + "}\n";
  }

 private:
  void node(StateId s) {
    std::string look;
    if (hasEnded(lts_, s)) {
      look = ", fillcolor=\"#e2f3e2\", peripheries=2";
    } else if (hanging_.contains(s)) {
      look = fmt::format(", fillcolor=\"#fbe3e3\", color=\"{}\", penwidth=2", kLoopColour);
    } else if (s == 0) {
      look = ", penwidth=2";
    }
    out_ += fmt::format("  s{} [label=<{}>{}];\n", s, StateLabel(lts_, s).html(), look);
  }

  /// Steps to one state share an arrow, the marked ones apart.
  void arrows(StateId from) {
    std::map<std::pair<StateId, Mark>, std::vector<std::string>> labels;
    for (const LtsEdge& edge : lts_.edgesFrom(from)) {
      const ScheduleStep step = lts_.step(from, edge);
      const auto found = marks_.find(keyOf(step));
      labels[{edge.to, found == marks_.end() ? Mark::None : found->second}].push_back(
          dotHtml(fmt::format("  {} {}", lts_.program().instructionName(step.thread, step.instruction),
                              effectOf(lts_.program(), step))));
    }
    for (const auto& [arrow, texts] : labels) {
      this->arrow(from, arrow.first, arrow.second,
                  fmt::format("{}", fmt::join(texts, "<br align=\"left\"/>")));
    }
  }

  void arrow(StateId from, StateId to, Mark mark, const std::string& label) {
    const char* colour = mark == Mark::Loop ? kLoopColour : mark == Mark::Stem ? kStemColour : kPlainColour;
    std::string target = fmt::format("s{}", to);
    if (!shown_.contains(to)) {
      target = fmt::format("more{}", more_);
      out_ += fmt::format("  more{} [label=\"...\", shape=plaintext, style=\"\"];\n", more_++);
    }
    out_ += fmt::format("  s{} -> {} [label=<{}>, color=\"{}\", fontcolor=\"{}\"{}];\n", from, target,
                        mark == Mark::None ? label : "<b>" + label + "</b>", colour, colour,
                        mark == Mark::None ? "" : ", penwidth=2.4, weight=20");
  }

  const Lts& lts_;
  const LtsPicture& picture_;
  std::map<StepKey, Mark> marks_;
  std::set<StateId> hanging_;
  std::set<StateId> shown_;
  std::size_t more_ = 0;
  std::string out_;
};

std::string titleOf(const Lts& lts, const ProgressResult& result, const LtsPicture& picture) {
  const Program& program = *result.program;
  std::string title = fmt::format("{}: {} states, {} steps", program.name, lts.states(), lts.edges());
  if (!lts.incomplete().empty()) {
    title += fmt::format(" so far ({})", lts.incomplete());
  }
  if (!picture.all) {
    title += fmt::format("; {} of them shown, on the path to the hang", picture.states.size());
  }
  if (!picture.hang) {
    return title + "; no hang";
  }
  const bool every = picture.hang->verdicts.size() == result.verdicts.size() && result.verdicts.size() > 2;
  return title + fmt::format("; the hang under {}: {}",
                             every ? "every scheduler" : schedulerNames(program, picture.hang->verdicts),
                             scheduleText(picture.hang->lasso().stem, picture.hang->lasso().loop));
}

}  // namespace

LtsPicture ltsPictureOf(const Lts& lts, const ProgressResult& result) {
  LtsPicture picture;
  // Schedulers stand from the weakest to the strongest.
  if (const std::vector<Counterexample> hangs = counterexamplesOf(result); !hangs.empty()) {
    picture.hang = hangs.back();
  }
  picture.all = lts.states() <= kMostStatesDrawn;
  if (picture.all) {
    for (StateId s = 0; s < lts.states(); ++s) {
      picture.states.push_back(s);
    }
  } else {
    std::set<StateId> states{0};
    if (picture.hang) {
      for (const auto* steps : {&picture.hang->lasso().stem, &picture.hang->lasso().loop}) {
        for (const ScheduleStep& step : *steps) {
          states.insert(static_cast<StateId>(step.from));
          states.insert(static_cast<StateId>(step.to));
        }
      }
    }
    picture.states.assign(states.begin(), states.end());
  }
  picture.title = titleOf(lts, result, picture);
  return picture;
}

std::string ltsDot(const Lts& lts, const LtsPicture& picture) {
  return DotWriter(lts, picture).write();
}

std::string ltsText(const Lts& lts, const LtsPicture& picture) {
  const std::map<StepKey, Mark> marks = marksOf(picture);
  std::string out = cleaned(picture.title, Controls::None) + "\n\n";
  for (const StateId s : picture.states) {
    out += fmt::format("  {:>3}  {}{}\n", s, cleaned(lts.describe(s), Controls::None),
                       hasEnded(lts, s) ? "  (final state)" : "");
    for (const LtsEdge& edge : lts.edgesFrom(s)) {
      const ScheduleStep step = lts.step(s, edge);
      const auto mark = marks.find(keyOf(step));
      out += fmt::format("       {} {} {} -> {}\n",
                         mark == marks.end()          ? "  "
                         : mark->second == Mark::Loop ? "**"
                                                      : " *",
                         lts.program().instructionName(step.thread, step.instruction),
                         effectOf(lts.program(), step), edge.to);
    }
  }
  if (picture.hang) {
    out += "\n  * on the path to the hang, ** repeated for ever\n";
  }
  return out;
}

}  // namespace hrfcheck::inline report
