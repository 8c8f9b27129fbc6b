#ifndef TRABECULA_TESTING_KERNELS_ANALYSIS_STATIC_STATICANALYSISTESTINPUT_H
#define TRABECULA_TESTING_KERNELS_ANALYSIS_STATIC_STATICANALYSISTESTINPUT_H

#include "Support/CellTypes.h"
#include "Support/FaceTractions.h"
#include "Support/Random.h"
#include "Support/Refusals.h"
#include "Support/Spaces.h"

#include "Analysis/Static/StaticAnalysis.h"
#include "Mesh/Generators/BoxMeshes.h"

#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace trabecula::testing
{
constexpr std::array<CellType, 4> Types = { CellType::Tetrahedron, CellType::QuadraticTetrahedron,
  CellType::Hexahedron, CellType::QuadraticHexahedron };

class AnalysisListener : public Observer
{
public:
  void message(const std::string& text) override { this->Messages.push_back(text); }
  std::vector<std::string> Messages;
};

class StaticAnalyses : public OnDevice
{
protected:
  StaticAnalysis analyse(const StaticProblem& problem)
  {
    return analyseStatic(problem, this->Used, this->Heard).value();
  }
  AnalysisListener Heard;
};

/// A box, supported at x = 0, without loads.
inline StaticProblem heldBox(CellType type, const std::array<int, 3>& cells, const Point& size)
{
  StaticProblem problem;
  StructuralProblem& structure = problem.structure;
  structure.mesh = makeBox(type, cells,
    [size](const Point& p) {
      return Point{ size[0] * p[0], size[1] * p[1], size[2] * p[2] };
    });
  structure.supports.assign(structure.mesh.points.size(), 0);
  for (std::size_t i = 0; i < structure.supports.size(); ++i)
  {
    structure.supports[i] = isAt(structure.mesh.points[i / 3 * 3], 0.0) ? 1 : 0;
  }
  structure.solver.tolerance = 1e-12;
  return problem;
}

inline void pull(StaticProblem& problem, double x, const Point& traction, const std::string& name)
{
  problem.structure.loadCases.push_back({ name, 1.0,
    consistentForces(
      problem.structure.mesh, [x](const Point& p) { return isAt(p[0], x); }, traction) });
}

/// Supports only the component along x at x = 0, and one node there against rigid-body motions.
inline void letSlide(StructuralProblem& structure)
{
  for (std::size_t i = 0; i < structure.supports.size(); ++i)
  {
    const double* x = &structure.mesh.points[i / 3 * 3];
    structure.supports[i] = isAt(x[0], 0.0) && (i % 3 == 0 || isAt(x[i % 3], 0.0)) ? 1 : 0;
  }
}
}

#endif
