#ifndef TRABECULA_GEOMETRY_LEVEL_PATCH_PATCHPIECES_H
#define TRABECULA_GEOMETRY_LEVEL_PATCH_PATCHPIECES_H

#include "Mesh/Nurbs/NurbsPatch.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace trabecula
{
/// Values of a level set on a lattice of parameters of a patch, the first direction fastest: the
/// vertices of elements, and equally spaced points between them.
struct PatchLattice
{
  std::array<std::vector<double>, 3> places; ///< parameters in each direction, ascending
  std::vector<double> values;                ///< positive in material

  std::size_t size(std::size_t direction) const { return this->places[direction].size(); }
};

/// Points of a lattice are numbered by 32 bits.
constexpr std::int64_t MostLatticePoints = std::numeric_limits<std::int32_t>::max();

/// The largest number of samples, up to a wanted one, with which a lattice has at most the given
/// number of points; 1 if there is none.
int samplesWithin(const NurbsPatch& patch, int wanted, std::int64_t most = MostLatticePoints);

/**
 * @param levelSet coefficients, one per control point
 * @param samples steps of the lattice along each side of an element, at least 1
 * @throws Error for more than MostLatticePoints
 */
PatchLattice sampleLevelSet(
  const NurbsPatch& patch, const std::vector<double>& levelSet, int samples = 4);

/// Connected components of the body where a level set is positive.
struct PatchPieces
{
  static constexpr std::int32_t Outside = -1;

  /// Number of the piece of each point of the lattice, from 0 in the order of the first points of
  /// pieces, or Outside.
  std::vector<std::int32_t> labels;
  std::vector<std::size_t> sizes; ///< points of each piece

  std::size_t count() const { return this->sizes.size(); }
};

/**
 * Points of a cell of the lattice are connected along its edges, and across its faces and its
 * interior if the mean of the values at the corners is positive, as the contour between them is.
 * A member that is narrower than the spacing of the lattice can be missed.
 *
 * @param leastThickness in steps of the lattice, from 0 to 1: points along an edge or across a face
 * are connected only if the material at each of them has at least this thickness in the other
 * directions, measured between the zeros on both sides. 0 connects material that touches in a line.
 * @throws Error for more than MostLatticePoints
 */
PatchPieces findPieces(const PatchLattice& lattice, double leastThickness = 0.0);

/**
 * The points of a lattice that are assigned to control points: those within half an element of the
 * Greville point. To control points of a side of the patch, only points of that side are assigned.
 */
class PatchPoints
{
public:
  PatchPoints(const NurbsPatch& patch, const PatchLattice& lattice);

  /// Calls visit(point) for the number of each point of a control point.
  template <class Visit>
  void operator()(std::int32_t controlPoint, Visit&& visit) const
  {
    std::array<Range, 3> ranges;
    auto rest = static_cast<std::size_t>(controlPoint);
    for (std::size_t k = 0; k < 3; ++k)
    {
      ranges[k] = this->Ranges[k][rest % this->Ranges[k].size()];
      rest /= this->Ranges[k].size();
    }
    for (std::size_t c = ranges[2].first; c < ranges[2].second; ++c)
    {
      for (std::size_t b = ranges[1].first; b < ranges[1].second; ++b)
      {
        for (std::size_t a = ranges[0].first; a < ranges[0].second; ++a)
        {
          visit(a + this->Sizes[0] * (b + this->Sizes[1] * c));
        }
      }
    }
  }

private:
  /// Indices of points in one direction, the first and one past the last.
  using Range = std::pair<std::size_t, std::size_t>;

  std::array<std::size_t, 3> Sizes;
  std::array<std::vector<Range>, 3> Ranges; ///< of each control point in each direction
};

/**
 * The pieces at marked control points, such as loaded or supported ones: pieces that contain one of
 * their PatchPoints.
 *
 * @param isMarked one flag per control point
 * @return one flag per piece
 */
std::vector<std::uint8_t> piecesAt(const NurbsPatch& patch, const PatchLattice& lattice,
  const PatchPieces& pieces, const std::vector<std::uint8_t>& isMarked);
}

#endif
