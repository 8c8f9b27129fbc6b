#ifndef TRABECULA_ANALYSIS_STRUCTUREONGRID_H
#define TRABECULA_ANALYSIS_STRUCTUREONGRID_H

#include "Analysis/StructuralProblem.h"
#include "Mesh/Voxel/VoxelLattice.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * A structure in the numbers of its mesh's voxel grid, for a model whose fields then belong to the
 * grid, and the way back.
 */
class StructureOnGrid
{
public:
  StructureOnGrid(const StructuralProblem& original, const VoxelLattice& lattice);

  const VoxelGrid& grid() const { return this->Numbering.grid; }

  /// The structure with the grid's numbers.
  StructuralProblem renumbered(const StructuralProblem& original) const;
  /// Values of elements, or 3 of each node, in the order of the grid; none stay none.
  template <class T>
  std::vector<T> elementsOnGrid(const std::vector<T>& values) const
  {
    return permuted(values, this->Numbering.elements, 1, this->Numbering.elements.size());
  }
  template <class T>
  std::vector<T> nodesOnGrid(const std::vector<T>& values) const
  {
    return permuted(values, this->Numbering.nodes, 3,
      static_cast<std::size_t>(this->Numbering.grid.numberOfNodes()));
  }

  /// The way back: values of the grid, some of each element, in the order of the original.
  std::vector<double> elementField(
    const std::vector<double>& values, std::size_t components = 1) const;
  /// The same for displacements; nodes that belong to no element have the prescribed one, or zero.
  std::vector<double> displacement(const std::vector<double>& values) const;

private:
  template <class T>
  static std::vector<T> permuted(const std::vector<T>& values,
    const std::vector<std::int32_t>& numbers, std::size_t components, std::size_t count)
  {
    std::vector<T> result;
    if (values.empty())
    {
      return result;
    }
    result.resize(components * count);
    for (std::size_t i = 0; i < numbers.size(); ++i)
    {
      for (std::size_t c = 0; c < components && numbers[i] >= 0; ++c)
      {
        result[components * std::size_t(numbers[i]) + c] = values[components * i + c];
      }
    }
    return result;
  }

  VoxelNumbering Numbering;
  /// Displacements of nodes without element, if there are any; else empty.
  std::vector<double> Idle;
};
}

#endif
