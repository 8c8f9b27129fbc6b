#include "Optimization/Responses/ResponseRows.h"

#include "Core/Requirements.h"
#include "Optimization/Responses/ProblemResponses.h"
#include "Optimization/Settings/SettingsTable.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <locale>
#include <sstream>

namespace trabecula
{
namespace
{
constexpr char Separator = ';';

std::string trimmed(const std::string& text)
{
  const char* spaces = " \t\n";
  const std::size_t first = text.find_first_not_of(spaces);
  return first == std::string::npos ? std::string()
                                    : text.substr(first, text.find_last_not_of(spaces) - first + 1);
}

/// Returns the entries of a list, without empty ones.
std::vector<std::string> entriesOf(const std::string& list)
{
  std::vector<std::string> entries;
  std::istringstream stream(list);
  for (std::string entry; std::getline(stream, entry, Separator);)
  {
    if (!trimmed(entry).empty())
    {
      entries.push_back(trimmed(entry));
    }
  }
  return entries;
}

double numberFrom(const std::string& text, const std::string& what)
{
  if (text.empty())
  {
    fail(what, " is missing. Give a number.");
  }
  std::istringstream stream(text);
  stream.imbue(std::locale::classic());
  double value = 0.0;
  std::string rest;
  if (!(stream >> value) || (stream >> rest))
  {
    fail(what, " is '", text, "', which is not a number.");
  }
  return value;
}

const ResponseDescription& kindOf(const std::string& nameOrLabel)
{
  const std::string text = trimmed(nameOrLabel);
  for (const ResponseDescription& kind : responses())
  {
    if (text == kind.name || text == kind.label)
    {
      return kind;
    }
  }
  return describe({ text }); // throws the message with all names
}

/// Columns of a response as far as its settings determine them.
std::vector<std::string> columnsOfSettings(const ResponseSettings& response)
{
  static const ElasticConditions none;
  static const DesignProblem empty;
  return columnsOf(response, responseProblem(none, empty));
}
}

bool operator==(const ResponseOptions& a, const ResponseOptions& b)
{
  return a.region == b.region && a.loadCases == b.loadCases && a.parameters == b.parameters;
}

bool operator==(const ConstraintRow& a, const ConstraintRow& b)
{
  return a.response == b.response && a.sense == b.sense && a.bound == b.bound &&
    a.options == b.options;
}

bool operator==(const ResponseRows& a, const ResponseRows& b)
{
  return a.objective == b.objective && a.constraints == b.constraints;
}

ResponseSettings readResponse(const std::string& nameOrLabel, const ResponseOptions& options)
{
  const ResponseDescription& kind = kindOf(nameOrLabel);
  ResponseSettings response = { kind.name };
  if (const std::string region = trimmed(options.region); !region.empty())
  {
    const std::string what = "The region of the " + wordsOf(kind);
    const double number = numberFrom(region, what);
    if (!(std::abs(number) <= std::numeric_limits<int>::max()) || number != std::floor(number))
    {
      fail(what, " is ", region, "; a region is a whole number, as in the array Volume Region.");
    }
    response.region = static_cast<int>(number);
  }
  response.loadCases = entriesOf(options.loadCases);
  for (const std::string& entry : entriesOf(options.parameters))
  {
    const std::size_t equals = entry.find('=');
    if (equals == std::string::npos)
    {
      fail("The parameters of the ", wordsOf(kind), " have the entry '", entry,
        "'; write Name=Value, separated by semicolons.");
    }
    const std::string name = trimmed(entry.substr(0, equals));
    response.parameters.emplace_back(name,
      numberFrom(
        trimmed(entry.substr(equals + 1)), "The parameter " + name + " of the " + wordsOf(kind)));
  }
  return response;
}

ResponseConstraint readConstraint(const ConstraintRow& row)
{
  ResponseConstraint constraint;
  constraint.response = readResponse(row.response, row.options);
  const std::string what = "The bound on the " + wordsOf(describe(constraint.response));
  const std::string sense = trimmed(row.sense);
  if (sense != "<=" && sense != ">=")
  {
    fail(what, " has the sense '", sense, "'; it must be '<=' or '>='.");
  }
  constraint.sense = sense == "<=" ? BoundSense::AtMost : BoundSense::AtLeast;
  constraint.bound = numberFrom(trimmed(row.bound), what);
  return constraint;
}

ConstraintRow rowOf(const ResponseConstraint& constraint)
{
  ConstraintRow row;
  const ResponseSettings& response = constraint.response;
  row.response = response.response;
  row.sense = constraint.sense == BoundSense::AtMost ? "<=" : ">=";
  row.bound = textOf({ "", constraint.bound });
  row.options.region = response.region ? std::to_string(*response.region) : std::string();
  for (const std::string& load : response.loadCases)
  {
    row.options.loadCases += (row.options.loadCases.empty() ? "" : ";") + load;
  }
  for (const auto& [name, value] : response.parameters)
  {
    std::string& all = row.options.parameters;
    all += (all.empty() ? "" : ";") + name + "=" + textOf({ "", value });
  }
  return row;
}

void ResponseRows::apply(OptimizationSettings& settings) const
{
  if (this->objective.size() > 1)
  {
    fail("There are ", this->objective.size(), " lists of options of the objective; give one.");
  }
  for (const ResponseOptions& options : this->objective)
  {
    settings.objective = readResponse(settings.objective.response, options);
  }
  for (const ConstraintRow& row : this->constraints)
  {
    settings.constraints.push_back(readConstraint(row));
  }
}

void unifyResponses(OptimizationSettings& settings)
{
  std::vector<ResponseSettings*> known = { &settings.objective };
  for (ResponseConstraint& constraint : settings.constraints)
  {
    ResponseSettings& response = constraint.response;
    const auto same = std::find_if(known.begin(), known.end(),
      [&](const ResponseSettings* other)
      {
        return other->response == response.response && other->region == response.region &&
          other->loadCases == response.loadCases &&
          columnsOfSettings(*other) == columnsOfSettings(response);
      });
    if (same == known.end())
    {
      known.push_back(&response);
    }
    else
    {
      response = **same;
    }
  }
}
}
