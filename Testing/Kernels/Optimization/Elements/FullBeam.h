#ifndef TRABECULA_TESTING_KERNELS_FULLBEAM_H
#define TRABECULA_TESTING_KERNELS_FULLBEAM_H

#include "Support/Problems.h"
#include "Support/Random.h"

namespace trabecula::testing
{
/// Returns a beam of a mesh, supported at x = 0, with two load cases at its other end, which is
/// solved tightly with the diagonal.
TopologyProblem beamOf(Mesh mesh, Random& random);

/// Returns a beam of hexahedra with random values in all arrays that a problem can have.
TopologyProblem fullBeam();
}

#endif
