#pragma once

#include <map>
#include <memory>
#include <string>

#include "cat/library.h"
#include "certify/against_test.h"
#include "certify/certify.h"
#include "verify/verify.h"

namespace hrfcheck::test {

/// The version that the certificates of these tests say they are of.
inline constexpr const char* kVersion = "1.2.3";

const ModelLibrary& library();

/// A test of litmus/, or one that is given as a text.
std::shared_ptr<const Program> programIn(const std::string& file);
std::shared_ptr<const Program> programOf(const std::string& text);

Certificate certified(const std::shared_ptr<const Program>& program, const std::string& model);
Certificate certified(const std::string& file, const std::string& model);

/// Digests are for accidents: whoever changes a certificate on purpose writes them anew. Files that are gone
/// are left out of the list.
Files withNewDigests(Files files);

/// What `verify` does with a certificate, but for reading and writing.
struct Checked {
  Verified verified;
  ComparedWithTest compared;
};
/// @throws Refused
Checked checked(const Files& files);

/// "events.txt:3: why"; empty where the certificate is accepted.
std::string refusal(const Files& files);
/// The same with new digests.
std::string refusalOfForged(const Files& files);

/// Puts `to` in the place of the first `from`, which must be there.
void replace(std::string& text, const std::string& from, const std::string& to);

/// The file of the first claim of a kind, "shown" or "refuted", that begins like this.
std::string fileOfClaim(const Files& files, const std::string& how, const std::string& what);

/// A model of a certificate, as its files have it.
/// @throws Refused where it cannot be read
LoadedModel modelIn(const Files& files, const CertificateIndex& index);

}  // namespace hrfcheck::test
