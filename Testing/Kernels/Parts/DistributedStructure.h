#ifndef TRABECULA_TESTING_KERNELS_DISTRIBUTEDSTRUCTURE_H
#define TRABECULA_TESTING_KERNELS_DISTRIBUTEDSTRUCTURE_H

#include "Support/Parts/PartValues.h"
#include "Support/Parts/ThreadParts.h"
#include "Support/Problems.h"
#include "Support/Spaces.h"

#include "Core/Vectors/Vector.h"
#include "Mesh/Distribution/MeshDistribution.h"
#include "Operator/OperatorLayouts.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace trabecula::testing
{
/// A whole structure, with values of all its nodes and elements.
struct WholeStructure
{
  Mesh mesh;
  std::vector<std::uint8_t> supports; ///< three for each node
  std::vector<double> forces;         ///< three for each node
  std::vector<double> moduli;         ///< one for each element
};

/// Returns a beam that consists of the elements of a box, supported at one end and loaded at the
/// other, with random moduli.
WholeStructure randomBeam(Mesh mesh, std::uint64_t seed);

/// A method of dividing elements among parts.
struct Division
{
  std::string name;
  std::function<std::vector<std::int32_t>(const Mesh& mesh, int parts)> divide;
};

/// Returns divisions by bisection, at random, with all elements in one part, and with every other
/// part empty.
std::vector<Division> divisions();

/// A part of a structure with its context and layouts.
template <class Space>
struct StructureOfPart
{
  StructureOfPart(const WholeStructure& whole, const std::vector<MeshOfPart>& parts,
    const Device& device, std::shared_ptr<const Communicator> communicator)
    : rank(static_cast<std::size_t>(communicator->rank())),
      context(device, std::move(communicator)), part(parts[rank]),
      layouts(layoutsOf(makeHalo(context, part.nodes), makeHalo(context, part.elements))),
      supports(valuesOfPart(part.nodes, whole.supports, 3)),
      moduli(withoutGhosts(layouts.materialPoints, part.elements, whole.moduli))
  {
  }

  std::size_t rank;
  Context<Space> context;
  const MeshOfPart& part;
  OperatorLayouts<Space> layouts;
  std::vector<std::uint8_t> supports;
  Vector<Space> moduli;
};
}

#endif
