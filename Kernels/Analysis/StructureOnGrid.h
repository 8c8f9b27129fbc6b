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
 * Renumbers a structure to the numbering of its mesh's voxel grid, and fields of the grid back to
 * the original numbering.
 */
class StructureOnGrid
{
public:
  StructureOnGrid(const StructuralProblem& original, const VoxelLattice& lattice);

  const VoxelGrid& grid() const { return this->Numbering.grid; }

  /// The structure in the numbering of the grid.
  StructuralProblem renumbered(const StructuralProblem& original) const;
  /// Values per element, or 3 per node unless told otherwise, in the order of the grid; empty
  /// vectors remain empty.
  template <class T>
  std::vector<T> elementsOnGrid(const std::vector<T>& values) const
  {
    return permuted(values, this->Numbering.elements, 1, this->Numbering.elements.size());
  }
  template <class T>
  std::vector<T> nodesOnGrid(const std::vector<T>& values, std::size_t components = 3) const
  {
    return permuted(values, this->Numbering.nodes, components,
      static_cast<std::size_t>(this->Numbering.grid.numberOfNodes()));
  }

  /// Values per element of the grid in the order of the original.
  std::vector<double> elementField(
    const std::vector<double>& values, std::size_t components = 1) const;
  /// The same for displacements; nodes without elements have the prescribed displacement, or zero.
  std::vector<double> displacement(const std::vector<double>& values) const;
  /// The same for one value per node; nodes without elements have zero.
  std::vector<double> nodeField(const std::vector<double>& values) const;

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
  /// Prescribed displacements of all nodes if some have no element; else empty.
  std::vector<double> Idle;
};
}

#endif
