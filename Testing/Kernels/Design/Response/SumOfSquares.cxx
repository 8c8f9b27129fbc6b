#include "Design/Response/SumOfSquares.h"

#include "Core/BuildOptions.h"
#include "Core/Space.h"

namespace trabecula::testing
{
void addSumOfSquares()
{
  for (const ResponseDescription& response : responses())
  {
    if (response.name == "SumOfSquares")
    {
      return;
    }
  }
  ResponseDescription description;
  description.name = "SumOfSquares";
  description.label = "Sum of Squares";
  description.takesLoadCases = true;
  description.parameters = { "Density Weight" };
  description.columns = [](const ResponseSettings& settings, const ResponseProblem& problem)
  {
    std::vector<std::string> columns = { "SumOfSquares" };
    for (const LoadCase& load : problem.structure.loadCases)
    {
      bool isTaken = settings.loadCases.empty();
      for (const std::string& name : settings.loadCases)
      {
        isTaken = isTaken || name == load.name;
      }
      if (isTaken)
      {
        columns.push_back("SumOfSquares_" + load.name);
      }
    }
    return columns;
  };
  description.memory = [](const ResponseSizes& sizes)
  { return (3 * sizes.loadCases * sizes.unknowns + sizes.materialPoints) * sizeof(double); };
  addResponse(description);
  addResponseMaker<HostSpace>("SumOfSquares", makeResponseOf<SumOfSquares<HostSpace>, HostSpace>);
#ifdef TRABECULA_HAVE_CUDA
  addResponseMaker<CudaSpace>("SumOfSquares", makeResponseOf<SumOfSquares<CudaSpace>, CudaSpace>);
#endif
}
}
