#ifndef TRABECULA_ANALYSIS_STATIC_STIFFNESSMATRIX_H
#define TRABECULA_ANALYSIS_STATIC_STIFFNESSMATRIX_H

#include "Analysis/Static/StaticAnalysis.h"
#include "Operator/Assembled/HostMatrix.h"

#include <string>

namespace trabecula
{
/**
 * The stiffness matrix of a part, of its elements and springs, force per length: symmetric, three
 * rows per node as unknowns are ordered, without supports. Assembled on the host.
 *
 * @throws Error as analyseStatic() does for mesh and material, or if memory does not suffice
 */
HostMatrix stiffnessMatrix(const StaticProblem& problem);

/// Writes the lower triangle of stiffnessMatrix(); see writeMatrixMarket(). @throws Error also if
/// the file cannot be written
void writeStiffnessMatrix(const std::string& fileName, const StaticProblem& problem);
}

#endif
