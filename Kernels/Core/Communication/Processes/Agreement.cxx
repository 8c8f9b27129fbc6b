#include "Core/Communication/Processes/Agreement.h"

#include <cstddef>
#include <limits>

namespace trabecula
{
namespace
{
/// Returns the largest of the values of all parts. @param values of the first part of the process;
/// those of its other parts are ignored
std::vector<double> largestOfProcesses(Parts& parts, const std::vector<double>& values)
{
  std::vector<double> result;
  parts.run(
    [&](const Device& /*device*/, const std::shared_ptr<const Communicator>& communicator)
    {
      const bool isFirst = communicator->rank() == parts.first();
      std::vector<double> largest(values.size(), -std::numeric_limits<double>::infinity());
      largest = isFirst ? values : largest;
      communicator->maximum(largest.data(), largest.size());
      if (isFirst)
      {
        result = largest;
      }
    });
  return result;
}
}

double ofFirstProcess(Parts& parts, double value)
{
  return parts.areOfSeveralProcesses()
    ? largestOfProcesses(
        parts, { parts.first() == 0 ? value : -std::numeric_limits<double>::infinity() })
        .front()
    : value;
}

std::vector<double> ofFirstProcess(Parts& parts, std::vector<double> values)
{
  if (!parts.areOfSeveralProcesses())
  {
    return values;
  }
  const double count = ofFirstProcess(parts, static_cast<double>(values.size()));
  if (parts.first() != 0)
  {
    values.assign(static_cast<std::size_t>(count), -std::numeric_limits<double>::infinity());
  }
  return largestOfProcesses(parts, values);
}

bool areAlike(Parts& parts, const std::vector<double>& values)
{
  if (!parts.areOfSeveralProcesses())
  {
    return true;
  }
  std::vector<double> both = values;
  for (const double value : values)
  {
    both.push_back(-value);
  }
  return largestOfProcesses(parts, both) == both;
}
}
