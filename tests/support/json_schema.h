#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

namespace hrfcheck::test {

/// Schemas for readers allow more fields; ours must all be described in them.
inline void forbidOthers(nlohmann::json& schema) {
  if (schema.is_object() && schema.contains("properties") && schema["properties"].is_object()) {
    schema["additionalProperties"] = false;
  }
  for (auto& item : schema) {
    if (item.is_structured()) {
      forbidOthers(item);
    }
  }
}

/// What is wrong with a document under a schema, or nothing.
inline std::string mistakesUnder(const nlohmann::json& text, const nlohmann::json& document,
                                 valijson::SchemaParser::Version version = valijson::SchemaParser::kDraft7) {
  valijson::Schema schema;
  valijson::SchemaParser parser(version);
  parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(text), schema);
  valijson::Validator validator;
  valijson::ValidationResults results;
  std::string all;
  if (!validator.validate(schema, valijson::adapters::NlohmannJsonAdapter(document), &results)) {
    valijson::ValidationResults::Error error;
    while (results.popError(error)) {
      for (const std::string& step : error.context) {
        all += step;
      }
      all += ": " + error.description + "\n";
    }
  }
  return all;
}

/// What is wrong with a document under docs/NAME.schema.json, or nothing.
inline std::string schemaMistakes(const std::string& name, const nlohmann::json& document) {
  std::ifstream file(std::string(HRFCHECK_SOURCE_DIR) + "/docs/" + name + ".schema.json");
  nlohmann::json text = nlohmann::json::parse(file);
  forbidOthers(text);
  return mistakesUnder(text, document);
}

}  // namespace hrfcheck::test
