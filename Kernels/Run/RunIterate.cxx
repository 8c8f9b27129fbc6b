#include "Run/RunIterate.h"

namespace trabecula
{
const std::vector<double>& RunIterate::field(const std::string& name) const
{
  static const std::vector<double> none;
  for (std::size_t i = 0; i < this->fields.size(); ++i)
  {
    if (this->fields[i].name == name)
    {
      return this->values[i];
    }
  }
  return none;
}

std::size_t RunIterate::bytes() const
{
  std::size_t count = 0;
  for (const std::vector<double>& field : this->values)
  {
    count += field.size();
  }
  return count * sizeof(double) + this->bytesElsewhere;
}

RunIterate makeIterate(const Optimization& optimization, const HistoryColumns& columns)
{
  RunIterate iterate;
  iterate.columns = columns;
  iterate.row = optimization.historyRow();
  iterate.fields = optimization.fields();
  for (std::size_t i = 0; i < iterate.fields.size(); ++i)
  {
    iterate.values.push_back(optimization.field(i));
  }
  return iterate;
}
}
