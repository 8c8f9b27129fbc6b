#ifndef TRABECULA_OPERATOR_ISOGEOMETRIC_ISOGEOMETRICREFERENCE_H
#define TRABECULA_OPERATOR_ISOGEOMETRIC_ISOGEOMETRICREFERENCE_H

#include "Mesh/Nurbs/NurbsPatch.h"

#include <cstddef>
#include <vector>

namespace trabecula::reference
{
/// The stiffness of a patch from its definition: sum over Gauss points of E B^T D B w det J, with
/// rational functions evaluated one by one. Unknown c of control point i is dimension i + c.
class IsogeometricStiffness
{
public:
  /// @param perGaussPoint whether moduli are those of Gauss points, element * points + local
  IsogeometricStiffness(const NurbsPatch& patch, double poissonsRatio, bool perGaussPoint);

  std::size_t size() const { return this->Size; }
  /// Dense, row by row.
  std::vector<double> matrix(const std::vector<double>& moduli) const;
  /// u.K_p u for E = 1 of each material point.
  std::vector<double> unitEnergies(const std::vector<double>& u) const;
  /// Areas or volumes of material points.
  std::vector<double> measures() const;

private:
  /// The matrix of a Gauss point for E = 1.
  struct Point
  {
    std::size_t material;
    double measure;
    std::vector<std::size_t> unknowns;
    std::vector<double> matrix;
  };

  std::size_t Size;
  std::size_t MaterialPoints;
  std::vector<Point> Points;
};
}

#endif
