#ifndef TRABECULA_DESIGN_RESPONSE_CONNECTION_CONNECTIONPOINTS_H
#define TRABECULA_DESIGN_RESPONSE_CONNECTION_CONNECTIONPOINTS_H

#include "Design/Response/ResponseList.h"
#include "Mesh/Mesh.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace trabecula
{
/// The ends of a box along the axes: -x, -y and -z of its low corner, then x, y and z of its high
/// one, so that the box around several is the largest of each.
using BoxEnds = std::array<double, 6>;

/// The ends of the box around the elements of a mesh.
BoxEnds endsOfElements(const Mesh& mesh);

/**
 * The nodes to which material stays connected: those of a region of points, those of a side of the
 * box around all elements (parameter Side: 1 for +X, 2 for -X, ..., 6 for -Z), or else all with a
 * support. One flag for each node.
 *
 * @param mesh of the problem or of a part of it
 * @param ends of the box around the elements of all parts, length
 */
std::vector<std::uint8_t> connectionPoints(const ResponseProblem& problem,
  const ResponseSettings& settings, const Mesh& mesh, const BoxEnds& ends);

/// Whether these are other nodes than those with a support.
bool isConnectedElsewhere(const ResponseSettings& settings);
/// The place in words, as in "the side +Z of the box around the mesh".
std::string placeOfConnection(const ResponseSettings& settings);
/// The end of the names of columns and states by which connections differ, as "_PlusZ" or "_5".
std::string suffixOfConnection(const ResponseSettings& settings);

/// Checks that there are such nodes, and that each body of the mesh has some.
/// @throws Error for the first fault
void checkConnection(const ResponseProblem& problem, const ResponseSettings& settings);
}

#endif
