#ifndef TRABECULA_OPERATOR_SPRINGOPERATOR_H
#define TRABECULA_OPERATOR_SPRINGOPERATOR_H

#include "Operator/Assembled/HostMatrix.h"
#include "Operator/StiffnessOperator.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
namespace detail
{
/// Rows of a sparse matrix that are not empty, as kernels see them.
struct CoupledRows
{
  std::int64_t count;
  const std::int64_t* unknowns; ///< of each row
  const std::int64_t* starts;   ///< of the entries of each row; one more than rows
  const std::int32_t* columns;
  const double* values;
};
}

/**
 * y = (K + diag(s) + H) x: a stiffness matrix with springs between unknowns and the ground, for
 * example those that model actuators and workpieces of compliant mechanisms (Bendsoe and Sigmund
 * 2003, section 2.6), and with a symmetric matrix H of few rows that couples unknowns, as films on
 * the boundary do (filmMatrix()).
 */
template <class Space>
class SpringOperator : public LinearOperator<Space>
{
public:
  /// @param stiffness K; must remain valid
  /// @param springs stiffnesses >= 0, one per unknown, force per length; empty means none
  /// @param coupled H, a row per unknown, or none
  /// @throws Error if the number of springs or rows is not that of unknowns
  SpringOperator(StiffnessOperator<Space>& stiffness, const std::vector<double>& springs,
    const HostMatrix& coupled = {});

  /// Whether any part has springs or entries of H.
  bool hasSprings() const { return this->HasSprings || this->HasCoupled; }
  /// y += (diag(s) + H) x, in single precision.
  void addSpringForces(const Vector<Space, float>& x, Vector<Space, float>& y) const;
  /// d += the diagonal of diag(s) + H
  void addDiagonal(Vector<Space>& d) const;
  /// a.(diag(s) + H) b, in a fixed order.
  double energy(const Vector<Space>& a, const Vector<Space>& b) const;

  /// Those of the stiffness if there are no springs.
  bool hasProducts(Arrangement arrangement) const override;

  /// Bytes of an instance with this number of springs, and of rows and entries of H, in its space.
  static std::size_t memory(std::size_t springs, std::size_t rows = 0, std::size_t entries = 0);

protected:
  void product(const Vector<Space>& x, Vector<Space>& y) override;
  int productDot(const Vector<Space>& x, Vector<Space>& y, double* partials) override;
  void productOfInterleaved(const MultiVector<Space>& x, MultiVector<Space>& y) override;
  /// The product of the stiffness updates ghosts.
  bool readsGhosts() const override { return false; }

private:
  std::int64_t springs() const { return static_cast<std::int64_t>(this->Unknowns.size()); }
  void setCoupled(const HostMatrix& coupled);
  detail::CoupledRows coupledRows() const;

  StiffnessOperator<Space>* Stiffness;
  bool HasSprings = false;
  std::int64_t Owned = 0; ///< number of springs of owned unknowns, which are the first
  // Only nonzero springs are stored.
  DeviceVector<std::int64_t, Space> Unknowns;
  DeviceVector<double, Space> Springs;
  bool HasCoupled = false;
  std::int64_t OwnedRows = 0; ///< number of rows of owned unknowns, which are the first
  DeviceVector<std::int64_t, Space> CoupledUnknowns;
  DeviceVector<std::int64_t, Space> Starts;
  DeviceVector<std::int32_t, Space> Columns;
  DeviceVector<double, Space> Values;
};
}

#endif
