#include "certify/line_mutator.h"

#include <algorithm>

#include "verify/certificate.h"

namespace hrfcheck::test {
namespace {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (std::size_t end = text.find(separator); end != std::string::npos; end = text.find(separator, begin)) {
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  if (begin < text.size()) {
    parts.push_back(text.substr(begin));
  }
  return parts;
}

std::string join(const std::vector<std::string>& parts, const char* between, const char* last) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    text += parts[i] + (i + 1 < parts.size() ? between : last);
  }
  return text;
}

/// "proof", "execution", "model", or the name itself.
std::string kindOf(const std::string& file) {
  return file.substr(0, file.find_first_of("-/"));
}

bool isNumber(const std::string& word) {
  const std::size_t begin = word.starts_with('-') || word.starts_with('v') || word.starts_with('P') ? 1 : 0;
  return word.size() > begin && word.find_first_not_of("0123456789", begin) == std::string::npos;
}

}  // namespace

LineMutator::LineMutator(std::vector<Files> certificates, std::uint64_t seed)
    : certificates_(std::move(certificates)), random_(seed) {
  for (const Files& files : certificates_) {
    std::vector<std::string>& names = names_.emplace_back();
    for (const auto& [name, text] : files) {
      if (!text.empty()) {
        names.push_back(name);
      }
    }
  }
}

/// What takes longest to look at, and is mostly comment, is chosen less often than the rest.
const std::string& LineMutator::chosenFile(std::size_t of) {
  const std::vector<std::string>& names = names_[of];
  const std::string* name = &names[random_.below(names.size())];
  const bool rare = kindOf(*name) == "model" || *name == "test.txt" || kindOf(*name) == "proof";
  return rare && random_.chance(60) ? names[random_.below(names.size())] : *name;
}

Mutant LineMutator::next() {
  Mutant mutant;
  mutant.of = random_.below(certificates_.size());
  mutant.files = certificates_[mutant.of];
  mutant.file = chosenFile(mutant.of);
  std::string& text = mutant.files.at(mutant.file);
  const Lines before = split(text, '\n');
  Lines after = before;
  change(after, mutant.of, mutant.file);
  const std::string was = digestOf(text);
  text = join(after, "\n", "\n");
  const auto [first, second] = std::ranges::mismatch(before, after);
  mutant.how = (first == before.end() ? "" : *first) + " -> " + (second == after.end() ? "" : *second);
  std::string& list = mutant.files.at("certificate.txt");
  if (const std::size_t at = list.find("file " + was + " " + mutant.file + "\n");
      mutant.file != "certificate.txt" && at != std::string::npos) {
    list.replace(at + 5, was.size(), digestOf(text));
  }
  return mutant;
}

const LineMutator::Lines& LineMutator::sameKindElsewhere(std::size_t of, const std::string& file) {
  static thread_local Lines lines;
  const std::size_t other = random_.below(certificates_.size());
  std::vector<const std::string*> texts;
  for (const auto& [name, text] : certificates_[other]) {
    if (kindOf(name) == kindOf(file)) {
      texts.push_back(&text);
    }
  }
  lines = split(texts.empty() ? certificates_[of].at(file) : *texts[random_.below(texts.size())], '\n');
  if (lines.empty()) {
    lines = {"0"};
  }
  return lines;
}

void LineMutator::change(Lines& lines, std::size_t of, const std::string& file) {
  const std::size_t at = random_.below(lines.size());
  const auto place = lines.begin() + static_cast<std::ptrdiff_t>(at);
  switch (random_.below(10)) {
    case 0:
      lines.erase(place);
      break;
    case 1:
      lines.insert(place, std::string(lines[at]));
      break;
    case 2:
      std::swap(lines[at], lines[random_.below(lines.size())]);
      break;
    case 3: {
      const Lines& others = sameKindElsewhere(of, file);
      lines[at] = others[random_.below(others.size())];
      break;
    }
    case 4: {
      const Lines& others = sameKindElsewhere(of, file);
      lines.insert(place, others[random_.below(others.size())]);
      break;
    }
    default:
      lines[at] = changedLine(lines[at], lines);
  }
}

std::string LineMutator::changedNumber(const std::string& word) {
  const std::string letter = word.starts_with('v') || word.starts_with('P') ? word.substr(0, 1) : "";
  const std::string number = word.substr(letter.size());
  switch (random_.below(4)) {
    case 0:
      return letter + (number.starts_with('-') ? number.substr(1) : "-" + number);
    case 1:
      return letter + std::to_string(random_.below(8));
    case 2:
      return letter + (random_.chance(50) ? "99999999999999999999" : "16777216");
    default:
      return letter +
             std::to_string(std::strtoll(number.c_str(), nullptr, 10) + (random_.chance(50) ? 1 : -1));
  }
}

std::string LineMutator::changedLine(const std::string& line, const Lines& others) {
  std::vector<std::string> words = split(line, ' ');
  if (words.empty()) {
    return "0";
  }
  const std::size_t at = random_.below(words.size());
  const std::vector<std::string> more = split(others[random_.below(others.size())], ' ');
  const auto place = words.begin() + static_cast<std::ptrdiff_t>(at);
  switch (random_.below(8)) {
    case 0:
      words.erase(place);
      break;
    case 1:
      words.insert(place, std::string(words[at]));
      break;
    case 2:
      std::swap(words[at], words[random_.below(words.size())]);
      break;
    case 3:
      words[at] = more.empty() ? "" : more[random_.below(more.size())];
      break;
    case 4: {
      std::string& word = words[at];
      if (!word.empty()) {
        word[random_.below(word.size())] = static_cast<char>(random_.below(256));
      }
      break;
    }
    default:
      if (isNumber(words[at])) {
        words[at] = changedNumber(words[at]);
      }
  }
  return join(words, " ", "");
}

}  // namespace hrfcheck::test
