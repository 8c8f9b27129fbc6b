#ifndef TRABECULA_ANALYSIS_PRECONDITIONING_SINGLEPRECISION_H
#define TRABECULA_ANALYSIS_PRECONDITIONING_SINGLEPRECISION_H

#include "Mesh/Mesh.h"

#include <string>
#include <vector>

namespace trabecula
{
/// Numbers of a problem that must be representable for a preconditioner in single precision.
struct SinglePrecisionNumbers
{
  std::string property;                           ///< of void and solid, as in "stiffness"
  std::string scales;                             ///< as in "Young's modulus, lengths or forces"
  double smallestRatio = 1.0;                     ///< of moduli, over that of solid
  double modulus = 1.0;                           ///< of solid
  std::vector<const std::vector<double>*> fields; ///< loads, prescribed values and the like
};

/// A clause that states why single precision is not sufficient, with the remedy, to follow "but";
/// empty if it is sufficient.
std::string hindranceOfSinglePrecision(const Mesh& mesh, const SinglePrecisionNumbers& numbers);
}

#endif
