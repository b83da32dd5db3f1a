#include "lsp/document.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <string_view>

#include "lsp/file_uri.h"
#include "lsp/lsp_json.h"
#include "util/text.h"

namespace hrfcheck::inline lsp {
namespace {

using nlohmann::json;

/// How a kind of documents is known: by the end of its name, else by what the editor calls its language.
struct KindRow {
  std::string_view word;
  DocumentKind kind;
  std::string_view language = "";  ///< of kernels
};

constexpr std::array kEndings{KindRow{".litmus", DocumentKind::Test},  KindRow{".cat", DocumentKind::Model},
                              KindRow{".cl", DocumentKind::Kernel},    KindRow{".cu", DocumentKind::Kernel},
                              KindRow{".hip", DocumentKind::Kernel},   KindRow{".ptx", DocumentKind::Kernel},
                              KindRow{".spvasm", DocumentKind::Kernel}};

constexpr std::array kLanguages{KindRow{"litmus", DocumentKind::Test},
                                KindRow{"cat", DocumentKind::Model},
                                KindRow{"opencl", DocumentKind::Kernel, "opencl"},
                                KindRow{"cuda", DocumentKind::Kernel, "cuda"},
                                KindRow{"cuda-cpp", DocumentKind::Kernel, "cuda"},
                                KindRow{"hip", DocumentKind::Kernel, "hip"}};

/// The numbers of "@@ -3,7 +3,8 @@": where lines are taken away (from 1), and how many.
std::pair<std::size_t, std::size_t> hunkOf(std::string_view line) {
  std::size_t first = 0;
  std::size_t count = 1;
  line.remove_prefix(std::min(line.find('-') + 1, line.size()));
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), first);
  if (error == std::errc() && end < line.data() + line.size() && *end == ',') {
    std::from_chars(end + 1, line.data() + line.size(), count);
  }
  return {count == 0 ? first + 1 : first, count};
}

/// Collects runs of lines that are taken away and added.
class DiffChanges {
 public:
  explicit DiffChanges(const TextPositions& positions) : positions_(positions) {}

  void hunk(std::string_view line) {
    flush();
    at_ = hunkOf(line).first;
  }
  void keep() {
    flush();
    ++at_;
  }
  void take() {
    ++taken_;
    ++at_;
    changed_ = true;
  }
  void add(std::string_view text) {
    added_ += std::string(text) + "\n";
    changed_ = true;
  }
  /// The line before has no line break.
  void withoutBreak(char kind) {
    if (kind == '+' && added_.ends_with('\n')) {
      added_.pop_back();
    }
  }
  std::vector<Change> takeAll() {
    flush();
    return std::move(all_);
  }

 private:
  void flush() {
    if (changed_) {
      all_.push_back({{positions_.offsetOfReported(at_ - taken_, 1), positions_.offsetOfReported(at_, 1)},
                      std::move(added_)});
    }
    added_.clear();
    taken_ = 0;
    changed_ = false;
  }

  const TextPositions& positions_;
  std::size_t at_ = 1;  ///< the next line of the text as it is
  std::size_t taken_ = 0;
  std::string added_;
  bool changed_ = false;
  std::vector<Change> all_;
};

}  // namespace

bool Document::saysLaunch() const {
  const std::string_view lines = path.ends_with(".spvasm") ? ";#" : "//#";
  return text.find(lines) != std::string::npos || text.find("<<<") != std::string::npos ||
         (path.ends_with(".spvasm") && text.find("; @") != std::string::npos);
}

Document opened(const json& item) {
  Document document;
  document.uri = item.at("uri").get<std::string>();
  document.path = pathOfUri(document.uri).value_or("");
  document.text = item.at("text").get<std::string>();
  document.version = numberIn(item, "version");
  const auto* const ending =
      std::ranges::find_if(kEndings, [&](const KindRow& row) { return document.uri.ends_with(row.word); });
  const auto* const language = std::ranges::find(kLanguages, textIn(item, "languageId"), &KindRow::word);
  if (ending != kEndings.end()) {
    document.kind = ending->kind;
  } else if (language != kLanguages.end()) {
    document.kind = language->kind;
    document.language = language->language;
  }
  return document;
}

void change(Document& document, const json& changes) {
  for (const json& event : changes) {
    std::string text = event.at("text").get<std::string>();
    if (!event.contains("range")) {
      document.text = std::move(text);
      continue;
    }
    const TextPositions positions(document.text);
    const Range range = rangeIn(event.at("range"), positions);
    document.text.replace(range.begin, range.end - range.begin, text);
  }
}

std::vector<Change> changesOf(const std::string& diff, const TextPositions& positions) {
  DiffChanges changes(positions);
  char last = ' ';
  bool inHunk = false;
  std::string_view rest = diff;
  while (!rest.empty()) {
    const std::string_view line = takeLine(rest);
    const char kind = line.empty() ? ' ' : line.front();
    if (line.starts_with("@@ ")) {
      changes.hunk(line);
      inHunk = true;
    } else if (!inHunk) {
      continue;  // the names of the files
    } else if (kind == '\\') {
      changes.withoutBreak(last);
    } else if (kind == '-') {
      changes.take();
    } else if (kind == '+') {
      changes.add(line.substr(1));
    } else {
      changes.keep();
    }
    last = kind;
  }
  return changes.takeAll();
}

}  // namespace hrfcheck::inline lsp
