#ifndef TRABECULA_ANALYSIS_LOADS_ELEMENTFORCES_H
#define TRABECULA_ANALYSIS_LOADS_ELEMENTFORCES_H

#include <vector>

namespace trabecula
{
/// Forces of elements on their nodes that are not added up, as each element's are scaled by a value
/// of the design. They are in the order of the mesh's connectivity, 3 per node of an element.
using ElementForces = std::vector<double>;
}

#endif
