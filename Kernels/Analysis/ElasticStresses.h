#ifndef TRABECULA_ANALYSIS_ELASTICSTRESSES_H
#define TRABECULA_ANALYSIS_ELASTICSTRESSES_H

#include "Analysis/StructuralProblem.h"
#include "Operator/StiffnessOperator.h"

namespace trabecula
{
/**
 * Stresses at the material points from displacements: the stresses of the given material at the
 * local strain, independent of the moduli of the model.
 *
 * @param ratios Poisson's ratio of each material point; empty means the material's
 * @param stress six components in VTK's order XX, YY, ZZ, XY, YZ, XZ, force per area
 * @param vonMises one component; may be null
 */
template <class Space>
void elasticStresses(StiffnessOperator<Space>& stiffness, const Vector<Space>& u,
  const ElasticMaterial& material, const DeviceVector<double, Space>& ratios, Vector<Space>& stress,
  Vector<Space>* vonMises);
}

#endif
