#include "report/scene/written_dot.h"

#include <algorithm>

#include "util/text_scanner.h"
#include "util/utf8.h"

// The grammar of what dot.cpp writes of an execution, line by line. Where that writes something new, this has
// to learn it: a test draws a corpus.

namespace hrfcheck::inline report {
namespace {

/// Each function takes what it is named after, if that is there.
class DotReader {
 public:
  explicit DotReader(std::string_view text) : scan_(text) {}

  bool graph() {
    if (!head()) {
      return false;
    }
    while (scan_.takes("  ")) {
      if (!statement()) {
        return false;
      }
    }
    return scan_.takes("}\n") && scan_.atEnd();
  }

 private:
  bool head() {
    return scan_.takes("// The places are part of the graph: `dot -Tsvg` draws it as it is.\n") &&
           scan_.takes("digraph execution {\n") && scan_.takes("  graph [layout=nop2, bb=\"0,0,") &&
           point() && scan_.takes("\", bgcolor=white, fontname=\"Helvetica\", fontsize=") && number() &&
           scan_.takes("];\n");
  }

  bool statement() { return item() && scan_.takes(" [") && attributes(); }

  bool item() {
    return scan_.takes("node") || scan_.takes("edge") || (quoted() && (!scan_.takes(" -> ") || quoted()));
  }

  bool attributes() {
    do {
      if (!attribute()) {
        return false;
      }
    } while (scan_.takes(", "));
    return scan_.takes("];\n");
  }

  bool attribute() {
    if (scan_.takes("pos=\"")) {
      return position();
    }
    if (scan_.takes("label=")) {
      return quoted() || html();
    }
    const bool look =
        scan_.takesOneOf({"arrowsize", "color", "dir", "fillcolor", "fixedsize", "fontcolor", "fontname",
                          "fontsize", "height", "margin", "penwidth", "shape", "style", "width"});
    return look && scan_.takes('=') && (word() || quoted());
  }

  /// Behind its opening quote.
  bool position() {
    if (scan_.takes("e,") && !(point() && scan_.takes(' '))) {
      return false;
    }
    do {
      if (!point()) {
        return false;
      }
    } while (scan_.takes(' '));
    return scan_.takes('"');
  }

  bool point() { return number() && scan_.takes(',') && number(); }

  bool number() {
    scan_.takes('-');
    return scan_.takesAll(isDigit) && (!scan_.takes('.') || scan_.takesAll(isDigit));
  }

  bool word() {
    return scan_.takesAll([](char c) { return isLetterOrDigit(c) || c == '.' || c == '-'; });
  }

  /// Of escapes only those for a quotation mark, a backslash and a line that is flush left.
  bool quoted() {
    if (!scan_.takes('"')) {
      return false;
    }
    while (!scan_.takes('"')) {
      if (scan_.takes('\\') ? !scan_.takesOneOf("\"\\l")
                            : !scan_.takesAll([](char c) { return c != '"' && c != '\\' && c != '\n'; })) {
        return false;
      }
    }
    return true;
  }

  bool html() {
    if (!scan_.takes('<')) {
      return false;
    }
    if (scan_.takes("<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\" "
                    "bgcolor=\"white\"><tr><td>")) {
      return text() && scan_.takes("</td></tr></table>") && scan_.takes('>');
    }
    if (scan_.takes("<b>") && !(text() && scan_.takes("</b>"))) {
      return false;
    }
    if (!text()) {
      return false;
    }
    while (scan_.takes("<br/><font point-size=\"")) {
      if (!(number() && scan_.takes("\" color=") && colour() && scan_.takes('>') && text() &&
            scan_.takes("</font>"))) {
        return false;
      }
    }
    return scan_.takes('>');
  }

  bool colour() {
    constexpr std::size_t kDigits = 6;
    if (!scan_.takes("\"#")) {
      return false;
    }
    const std::size_t begin = scan_.at();
    scan_.takesAll(isHexDigit);
    return scan_.since(begin).size() == kDigits && scan_.takes('"');
  }

  /// Up to the next angle bracket; every ampersand begins one of the entities that are written.
  bool text() {
    while (scan_.isAt('&')
               ? scan_.takesOneOf({"&amp;", "&lt;", "&gt;", "&quot;", "&#160;"})
               : scan_.takesAll([](char c) { return c != '&' && c != '<' && c != '>' && c != '\n'; })) {
    }
    return !scan_.isAt('&');
  }

  TextScanner scan_;
};

/// Of each line: what the writer cleans is clean.
bool isClean(const std::string& text) {
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    if (cleaned(line, Controls::None) != line) {
      return false;
    }
    begin = end + 1;
  }
  return true;
}

}  // namespace

bool isExecutionDot(const std::string& text) {
  return isClean(text) && DotReader(text).graph();
}

}  // namespace hrfcheck::inline report
