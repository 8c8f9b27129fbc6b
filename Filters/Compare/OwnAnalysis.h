#ifndef TRABECULA_FILTERS_OWNANALYSIS_H
#define TRABECULA_FILTERS_OWNANALYSIS_H

#include <limits>
#include <string>

class vtkDataSet;

namespace trabecula::filters
{
/// What the field data of a design say of the analysis that its own compliance is of.
struct OwnAnalysis
{
  enum class Kind
  {
    Unknown,      ///< the field data say nothing of stiffnesses
    Simp,         ///< densities with a lowest one
    ModifiedSimp, ///< densities with a void
    LevelSet      ///< no interpolation, but a void
  };

  Kind kind = Kind::Unknown;
  double penalization = 0.0;
  double voidRatio = 0.0;    ///< modulus of void over that of solid
  double filterRadius = 0.0; ///< length; 0 for none
  double leftOutBelow = 0.0; ///< density below which cells are not in the dataset; 0 for none
  std::string fault;         ///< of the mark DesignFault; empty for none
};

OwnAnalysis readOwnAnalysis(vtkDataSet* design);

/**
 * Why the design's own compliance and that of its body differ, sentences for the table.
 *
 * @param greyness see trabecula::filters::greyness()
 * @param elementEdge mean edge of the design's elements, length
 * @param voxelEdge of the body's analysis, length
 */
std::string reasonOfDifference(
  const OwnAnalysis& own, double greyness, double elementEdge, double voxelEdge);
}

#endif
