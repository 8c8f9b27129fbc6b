#include "Optimization/Optimization.h"

#include <algorithm>

namespace trabecula
{
namespace
{
template <class Entries>
auto find(const Entries& entries, const std::string& name)
{
  return std::find_if(
    entries.begin(), entries.end(), [&](const auto& entry) { return entry.first == name; });
}
}

double OptimizationState::scalar(const std::string& name) const
{
  const auto found = find(this->scalars, name);
  return found == this->scalars.end() ? 0.0 : found->second;
}

const std::vector<double>& OptimizationState::field(const std::string& name) const
{
  static const std::vector<double> none;
  const auto found = find(this->fields, name);
  return found == this->fields.end() ? none : found->second;
}
}
