#ifndef TRABECULA_TESTING_KERNELS_ANALYSIS_CELLTYPESTESTINPUT_H
#define TRABECULA_TESTING_KERNELS_ANALYSIS_CELLTYPESTESTINPUT_H

#include "Support/Problems.h"
#include "Support/Spaces.h"

#include "Analysis/ElasticAnalysis.h"

#include <vector>

namespace trabecula::testing
{
class CellTypes : public OnDevice
{
protected:
  ElasticAnalysis analyse(const StructuralProblem& problem)
  {
    Observer silent;
    const std::vector<double> solid(problem.mesh.numberOfElements(), 1.0);
    return analyseElastic(problem, solid, this->Used, silent).value();
  }
};

inline Point same(const Point& p)
{
  return p;
}
}

#endif
