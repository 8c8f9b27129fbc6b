#ifndef TRABECULA_ANALYSIS_RIGID_RIGIDMOTIONS_H
#define TRABECULA_ANALYSIS_RIGID_RIGIDMOTIONS_H

#include "Analysis/StructuralProblem.h"
#include "Mesh/AttachedBodies.h"
#include "Solver/RigidFaces/RigidBasis.h"

#include <cstdint>
#include <string>
#include <vector>

namespace trabecula
{
/**
 * Simplifies the rigid faces of a structure, without a change of its solution. Points without an
 * element are taken from faces. Faces all of whose motions are prescribed become supports with
 * prescribed displacements. On others supports of single points become prescribed motions of the
 * face, and the prescribed displacement is one that satisfies all of these, and is zero in free
 * motions.
 *
 * @throws Error for a wrong array, a motion of a face that does not exist, and motions that
 * contradict each other or supports
 */
void resolveRigidFaces(StructuralProblem& problem);

/// The free motions of the rigid faces after resolveRigidFaces().
/// @param points three coordinates per point
RigidBasis rigidBasisOf(const RigidFaces& faces, const std::vector<double>& points);

/// The faces as bodies to which points are attached.
AttachedBodies attachedBodiesOf(const RigidFaces& faces);

/// @param what of structures without rigid faces, as in "A meshfree optimization"
/// @throws Error if there are any
void requireNoRigidFaces(const RigidFaces& faces, const std::string& what);

/// The supports together with all components of points of rigid faces.
std::vector<std::uint8_t> supportsAndRigidFaces(const ElasticConditions& conditions);
}

#endif
