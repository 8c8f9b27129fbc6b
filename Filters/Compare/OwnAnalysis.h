#ifndef TRABECULA_FILTERS_OWNANALYSIS_H
#define TRABECULA_FILTERS_OWNANALYSIS_H

#include <limits>
#include <string>

class vtkDataSet;

namespace trabecula::filters
{
/// The analysis that yielded a design's own compliance, as described by the field data of the
/// design.
struct OwnAnalysis
{
  enum class Kind
  {
    Unknown,      ///< the field data do not describe stiffnesses
    Simp,         ///< densities with a lower bound
    ModifiedSimp, ///< densities with a stiffness of void
    Ramp,         ///< the same with RAMP, whose penalization is q
    LevelSet      ///< no interpolation, but a stiffness of void
  };

  Kind kind = Kind::Unknown;
  double penalization = 0.0;
  double voidRatio = 0.0;    ///< Young's modulus of void relative to the solid
  double filterRadius = 0.0; ///< length; 0 for none
  double leftOutBelow = 0.0; ///< density below which cells are not in the dataset; 0 for none
  std::string fault;         ///< value of the mark DesignFault; empty if there is none
};

OwnAnalysis readOwnAnalysis(vtkDataSet* design);

/**
 * Returns sentences for the table on why the compliance of the design and that of its body differ.
 *
 * @param greyness see trabecula::filters::greyness()
 * @param elementEdge mean edge of the design's elements, length
 * @param voxelEdge edge of the voxels in the analysis of the body, length
 */
std::string reasonOfDifference(
  const OwnAnalysis& own, double greyness, double elementEdge, double voxelEdge);
}

#endif
