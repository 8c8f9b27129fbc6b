#include "PrintValues.h"

#include "Core/Error.h"

#include <string>

namespace trabecula::filters
{
void printSettings(
  std::ostream& os, vtkIndent indent, const std::function<std::vector<Setting>()>& settings)
{
  try
  {
    for (const std::string& line : linesOf(settings()))
    {
      os << indent << line << "\n";
    }
  }
  catch (const Error& error)
  {
    os << indent << "Settings: " << error.what() << "\n";
  }
}
}
