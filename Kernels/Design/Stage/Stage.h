#ifndef TRABECULA_DESIGN_STAGE_STAGE_H
#define TRABECULA_DESIGN_STAGE_STAGE_H

#include "Core/Vectors/Vector.h"
#include "Mesh/Voxel/VoxelGrid.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace trabecula
{
struct Mesh;
struct SiteLattice;

/// Numbers with names, as in checkpoints.
using NamedValues = std::vector<std::pair<std::string, double>>;

/// The value of that name, or another one if there is none.
inline double valueOr(const NamedValues& values, const std::string& name, double other)
{
  for (const auto& [key, value] : values)
  {
    if (key == name)
    {
      return value;
    }
  }
  return other;
}

/// The sites of densities, elements or nodes, as input of the constructor of a stage. The memory of
/// volumes, isDesign and variables must remain valid as long as the stage.
template <class Space>
struct DesignSites
{
  /// One component, length cubed; their layout is that of the densities.
  const Vector<Space>& volumes;
  /// Three components, length; with ghosts within the radius of a filter.
  const Vector<Space>& positions;
  /// 0 where the density is fixed.
  const Vector<Space, std::uint8_t>& isDesign;
  /// Its values where the density is fixed are those of all designs; others change.
  const Vector<Space>& variables;
  const VoxelGrid* grid = nullptr; ///< see NeighbourFilter
  /// Whose elements are the sites, in their order; null if they are others.
  const Mesh* mesh = nullptr;
  /// The nodes of the mesh, one component, with ghosts; null if there is a single part.
  LayoutPointer<Space> nodes = nullptr;
  const SiteLattice* lattice = nullptr; ///< the rows of the sites, if they are needed and known
  /// Whose points are the sites, in their order; null if they are others.
  const Mesh* cells = nullptr;
};

/**
 * A differentiable map of densities to densities, one value per site: a filter, a projection, a
 * manufacturing constraint.
 *
 * Two designs are in use: the accepted one, of which derivatives are taken, and the next one, which
 * forward() maps. Parameters that change during a run belong to a design: startDesign() determines
 * those of the next design, accept() makes it the accepted one. A next design may be started and
 * mapped repeatedly before it is accepted.
 */
template <class Space>
class Stage
{
public:
  virtual ~Stage() = default;

  /// The name in messages, as "density filter".
  virtual const char* name() const = 0;
  /// Whether the map is the same linear map for all designs.
  virtual bool isLinear() const { return true; }

  /// y = f(x) for the next design. x and y do not overlap.
  virtual void forward(const Vector<Space>& x, Vector<Space>& y) = 0;
  /**
   * The transposed derivative at the accepted design, applied to derivatives with respect to y.
   *
   * @param x of the accepted design; linear stages must not read it
   * @param ofOutput zero where the density is fixed, if this is the last stage
   * @param ofInput does not overlap with the others
   */
  virtual void backward(
    const Vector<Space>& x, const Vector<Space>& ofOutput, Vector<Space>& ofInput) = 0;

  /// Determines the parameters of the next design, by those of the accepted one.
  /// @param iteration of the next design
  /// @param change largest change of a variable from the accepted design; 0 for iteration 0
  virtual void startDesign(int /*iteration*/, double /*change*/) {}
  /// Gives the next design the parameters of the accepted one, until startDesign() is called.
  virtual void keepDesign() {}
  virtual void accept() {}
  /// Returns false while parameters are still changed between designs, during which a run does not
  /// converge.
  /// @param iteration of the accepted design
  virtual bool mayConverge(int /*iteration*/) const { return true; }

  /// Computes what columns have of the accepted design; called before columnValues().
  /// @param x of the accepted design; linear stages must not read it
  virtual void updateColumns(const Vector<Space>& /*x*/) {}
  /// Values of the accepted design in the history, in the order of the stage's columns.
  virtual std::vector<double> columnValues() const { return {}; }
  /// Returns the data of a checkpoint besides the variables. Their names begin with that of the
  /// stage.
  virtual NamedValues state() const { return {}; }
  /// Restores the accepted design's parameters, and sets those of the next one to the same.
  virtual void restore(const NamedValues& /*state*/) {}
};
}

#endif
