#include "report/picture/written_dot.h"

#include <algorithm>
#include <tao/pegtl.hpp>

#include "util/utf8.h"

// The grammar of what execution_dot.cpp writes, line by line. Where that writes something new, this has to
// learn it: a test draws a corpus.

namespace hrfcheck::inline report {
namespace {

namespace pegtl = tao::pegtl;

namespace grammar {

using namespace pegtl;

struct Number : seq<opt<one<'-'>>, plus<digit>, opt<one<'.'>, plus<digit>>> {};
struct Word : plus<sor<alnum, one<'.', '-'>>> {};
/// Of escapes only those for a quotation mark, a backslash and a line that is flush left.
struct Quoted
    : seq<one<'"'>, star<sor<seq<one<'\\'>, one<'"', '\\', 'l'>>, not_one<'"', '\\', '\n'>>>, one<'"'>> {};
struct Colour : seq<string<'"', '#'>, rep<6, xdigit>, one<'"'>> {};

struct Entity : seq<one<'&'>,
                    sor<string<'a', 'm', 'p'>, string<'l', 't'>, string<'g', 't'>, string<'q', 'u', 'o', 't'>,
                        string<'#', '1', '6', '0'>>,
                    one<';'>> {};
struct Text : star<sor<Entity, not_one<'&', '<', '>', '\n'>>> {};
struct Bold : seq<TAO_PEGTL_STRING("<b>"), Text, TAO_PEGTL_STRING("</b>")> {};
struct Small : seq<TAO_PEGTL_STRING("<br/><font point-size=\""), Number, TAO_PEGTL_STRING("\" color="),
                   Colour, one<'>'>, Text, TAO_PEGTL_STRING("</font>")> {};
struct Cell : seq<TAO_PEGTL_STRING("<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\" "
                                   "bgcolor=\"white\"><tr><td>"),
                  Text, TAO_PEGTL_STRING("</td></tr></table>")> {};
struct Html : seq<one<'<'>, sor<Cell, seq<opt<Bold>, Text, star<Small>>>, one<'>'>> {};

struct Point : seq<Number, one<','>, Number> {};
struct Position : seq<TAO_PEGTL_STRING("pos=\""), opt<TAO_PEGTL_STRING("e,"), Point, one<' '>>,
                      list<Point, one<' '>>, one<'"'>> {};
struct Label : seq<TAO_PEGTL_STRING("label="), sor<Quoted, Html>> {};
struct Look
    : seq<sor<TAO_PEGTL_STRING("arrowsize"), TAO_PEGTL_STRING("color"), TAO_PEGTL_STRING("dir"),
              TAO_PEGTL_STRING("fillcolor"), TAO_PEGTL_STRING("fixedsize"), TAO_PEGTL_STRING("fontcolor"),
              TAO_PEGTL_STRING("fontname"), TAO_PEGTL_STRING("fontsize"), TAO_PEGTL_STRING("height"),
              TAO_PEGTL_STRING("margin"), TAO_PEGTL_STRING("penwidth"), TAO_PEGTL_STRING("shape"),
              TAO_PEGTL_STRING("style"), TAO_PEGTL_STRING("width")>,
          one<'='>, sor<Word, Quoted>> {};
struct Attributes
    : seq<one<'['>, list<sor<Position, Label, Look>, string<',', ' '>>, string<']', ';', '\n'>> {};

struct Head
    : seq<TAO_PEGTL_STRING("// The places are part of the graph: `dot -Tsvg` draws it as it is.\n"),
          TAO_PEGTL_STRING("digraph execution {\n"), TAO_PEGTL_STRING("  graph [layout=nop2, bb=\"0,0,"),
          Point, TAO_PEGTL_STRING("\", bgcolor=white, fontname=\"Helvetica\", fontsize="), Number,
          string<']', ';', '\n'>> {};
struct Item : sor<TAO_PEGTL_STRING("node"), TAO_PEGTL_STRING("edge"),
                  seq<Quoted, opt<string<' ', '-', '>', ' '>, Quoted>>> {};
struct Statement : seq<string<' ', ' '>, Item, one<' '>, Attributes> {};
struct Graph : seq<Head, star<Statement>, string<'}', '\n'>, eof> {};

}  // namespace grammar

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
  pegtl::memory_input<> input(text.data(), text.data() + text.size(), "");
  return isClean(text) && pegtl::parse<grammar::Graph>(input);
}

}  // namespace hrfcheck::inline report
