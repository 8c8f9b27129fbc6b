#ifndef TRABECULA_DESIGN_LEVELSET_COEFFICIENTMAP_H
#define TRABECULA_DESIGN_LEVELSET_COEFFICIENTMAP_H

#include "Core/Vectors/Vector.h"
#include "Design/LevelSet/CoefficientLinks.h"

#include <cstdint>

namespace trabecula
{
/**
 * Coefficients of a level set that are linked, as a map of design variables x in (0, 1], which grow
 * with the coefficients, to others.
 *
 * Variables of a group are one: project() gives them their mean, and gradients theirs. With
 * rows of a draw direction, t = (1 - x') / x' and x' = delta + (1 - 2 delta) x, variables of a row
 * become 1 / (1 + T_k), T_k = (sum_{j <= k} t_j^8)^(1/8) from the parting plane outwards, as
 * densities of a DrawDirection.
 */
template <class Space>
class CoefficientMap
{
public:
  CoefficientMap(const Context<Space>& context, const CoefficientLinks& links);

  /// Makes variables of groups equal, in place.
  void project(Vector<Space>& variables) const;
  /// Whether forward() is more than a copy.
  bool isMapped() const { return this->Rows.rows > 0; }
  /// Maps variables that have been projected. x and y do not overlap.
  void forward(const Vector<Space>& x, Vector<Space>& y) const;
  /// The transposed derivative of forward() at x.
  void backward(
    const Vector<Space>& x, const Vector<Space>& ofOutput, Vector<Space>& ofInput) const;
  /// The transpose of the means of project(), in place.
  void linkGradient(Vector<Space>& gradient) const;

  /// Bytes of an instance, of the two vectors of mapped variables of a LevelSetParametrization, and
  /// of the leased vector of backward().
  static std::size_t memory(std::size_t variables);

private:
  void takeMeans(Vector<Space>& values) const;

  DrawnRows Rows; ///< none without a draw direction
  std::int64_t Groups;
  DeviceVector<std::int32_t, Space> Members;
  DeviceVector<std::int32_t, Space> Starts;
};
}

#endif
