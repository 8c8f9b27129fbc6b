#include "Analysis/Static/StiffnessMatrix.h"

#include "Analysis/Static/StaticValidation.h"
#include "Analysis/StructuralValidation.h"
#include "Operator/Assembled/AssembledOperator.h"
#include "Operator/Assembled/MatrixMarket.h"
#include "Operator/Elements/ElementOperator.h"

#include <algorithm>
#include <memory>

namespace trabecula
{
HostMatrix stiffnessMatrix(const StaticProblem& problem)
{
  const StructuralProblem& structure = problem.structure;
  checkMesh(structure.mesh);
  checkMaterial(structure.material);
  checkPoissonsRatios(structure);
  checkElementShapes(structure.mesh);
  checkStatic(problem);
  const PoissonsRatios ratios(structure.material.poissonsRatio, structure.poissonsRatios);
  const Context<HostSpace> context;
  const OperatorLayouts<HostSpace> layouts = layoutsOf(context, structure.mesh);
  const auto assembled = makeAssembledOperator<HostSpace>(layouts, structure.mesh, ratios, {},
    std::make_unique<ElementOperator<HostSpace>>(layouts, structure.mesh, ratios));
  const Vector<HostSpace> moduli(layouts.materialPoints,
    problem.moduli.empty()
      ? std::vector<double>(structure.mesh.numberOfElements(), structure.material.youngsModulus)
      : problem.moduli);
  assembled->setModuli(moduli);
  HostMatrix matrix = assembled->matrix().toHost();
  for (std::size_t row = 0; row < structure.springs.size(); ++row)
  {
    const auto begin = matrix.columns.begin() + matrix.offsets[row];
    const auto end = matrix.columns.begin() + matrix.offsets[row + 1];
    const auto place = std::lower_bound(begin, end, static_cast<std::int32_t>(row));
    if (place != end && *place == static_cast<std::int32_t>(row))
    {
      matrix.values[static_cast<std::size_t>(place - matrix.columns.begin())] +=
        structure.springs[row];
    }
  }
  return matrix;
}

void writeStiffnessMatrix(const std::string& fileName, const StaticProblem& problem)
{
  writeMatrixMarket(fileName, stiffnessMatrix(problem), MatrixSymmetry::Symmetric);
}
}
