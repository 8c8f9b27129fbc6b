#ifndef TRABECULA_OPTIMIZATION_ELEMENTS_ELEMENTDESIGN_H
#define TRABECULA_OPTIMIZATION_ELEMENTS_ELEMENTDESIGN_H

// The densities of elements of a part, for the sources of models, which are compiled for all
// spaces.

#include "Design/DensityParametrization.h"
#include "Design/ReplicatedParametrization.h"
#include "Design/RobustParametrization.h"
#include "Design/Stage/StageKinds.h"
#include "Optimization/Elements/FilterOfPart.h"
#include "Optimization/InitialDesign.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace trabecula
{
struct WholeDesign;

/// Densities of elements, whatever is computed on them.
struct ElementDesign
{
  const DensityDesign& design;
  double solidModulus; ///< modulus or conductivity of the solid
  const std::vector<double>& solidFractions;
  const Mesh& mesh;
  /// Of the elements, if they are the voxels of a grid and in its order; else null.
  const VoxelGrid* grid;
  /// Of the part whose design this is; null for a whole design.
  const FilterOfPart* ofPart;
  /// Of which it is a part, if its stages need all elements; else null.
  const WholeDesign* ofWhole = nullptr;
};

/// A design that is divided, with the elements of one of its parts.
struct WholeDesign
{
  ElementDesign all;
  const HaloPlan& elements;
};

namespace detail
{
/// The positions of the elements of a part and of all others within the filter's radius.
template <class Space>
Vector<Space> positionsOfFilter(const Vector<Space>& positions, const FilterOfPart& filter)
{
  const LayoutPointer<Space> layout =
    makeLayout(makeHalo(positions.context(), filter.elements), Entity::MaterialPoint, 3);
  std::vector<double> values = positions.toHost();
  values.resize(static_cast<std::size_t>(positions.ownedSize()));
  values.resize(static_cast<std::size_t>(layout->size()));
  Vector<Space> all(layout, values);
  all.updateGhosts();
  return all;
}
}

/// See TopologyDiscretization::makeDesign(). @param nodes see DesignSites
template <class Space>
std::unique_ptr<Parametrization<Space>> makeElementDesign(const ElementDesign& of,
  const Vector<Space>& measures, const Vector<Space>& positions, const LayoutPointer<Space>& nodes)
{
  const DensitySettings& densities = of.design.densities;
  if (of.ofWhole)
  {
    return std::make_unique<ReplicatedParametrization<Space>>(of.ofWhole->elements, measures,
      positions,
      [&of](const Vector<Space>& ofAll, const Vector<Space>& positionsOfAll)
      { return makeElementDesign<Space>(of.ofWhole->all, ofAll, positionsOfAll, nullptr); });
  }
  const InitialDesign start = makeStartDesign(of.design, measures.toHost(),
    static_cast<std::size_t>(measures.ownedSize()), measures.context().communicator());
  const MaterialInterpolation material = interpolationOf(of.design, of.solidModulus);
  const DensityParametrizationSettings settings = { chainSettings(densities), material,
    material.modulus(lowestDensity(densities)) };
  const auto make = [&](const Vector<Space>& ofFilter,
                      const VoxelGrid* grid) -> std::unique_ptr<Parametrization<Space>>
  {
    if (densities.stages.robust.isOn)
    {
      return std::make_unique<RobustParametrization<Space>>(settings, measures, ofFilter,
        start.isDesign, start.density, of.solidFractions, grid, &of.mesh, nodes);
    }
    return std::make_unique<DensityParametrization<Space>>(settings, measures, ofFilter,
      start.isDesign, start.density, of.solidFractions, grid, &of.mesh, nodes);
  };
  return of.ofPart && hasNeighbours(densities.filter)
    ? make(detail::positionsOfFilter(positions, *of.ofPart), of.ofPart->grid.get())
    : make(positions, of.grid);
}

/// See TopologyDiscretization::makeMean().
template <class Space>
NeighbourFilter<Space> makeElementMean(const VoxelGrid* grid, const FilterOfPart* ofPart,
  const Vector<Space>& measures, const Vector<Space>& positions, double radius)
{
  const auto make = [&](const Vector<Space>& ofFilter, const VoxelGrid* gridOfFilter)
  {
    return NeighbourFilter<Space>(ofFilter.layout().withComponents(1), ofFilter, &measures, radius,
      gridOfFilter, {}, NeighbourWeights::Equal);
  };
  return ofPart ? make(detail::positionsOfFilter(positions, *ofPart), ofPart->grid.get())
                : make(positions, grid);
}
}

#endif
