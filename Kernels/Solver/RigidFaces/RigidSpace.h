#ifndef TRABECULA_SOLVER_RIGIDFACES_RIGIDSPACE_H
#define TRABECULA_SOLVER_RIGIDFACES_RIGIDSPACE_H

#include "Core/Vectors/DeviceVector.h"
#include "Core/Vectors/Vector.h"
#include "Solver/RigidFaces/RigidBasis.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * The subspace of vectors whose entries at some unknowns are combinations of motions. A single
 * part.
 *
 * Sums are added in an order that depends on the numbers of unknowns alone, so that results are the
 * same in each run.
 */
template <class Space>
class RigidSpace
{
public:
  /// @param layout of the vectors
  /// @param basis with at most six motions a set
  /// @throws Error if a set has more
  RigidSpace(LayoutPointer<Space> layout, RigidBasis basis);

  const LayoutPointer<Space>& layoutPointer() const { return this->Of; }
  std::size_t numberOfMotions() const { return trabecula::numberOfMotions(this->Basis); }

  /// Values at the unknowns of the basis.
  using Values = std::vector<double>;

  /// x = P x with the orthogonal projection P on the subspace.
  void project(Vector<Space>& x) const;
  /// The same. @return x - P x
  Values split(Vector<Space>& x) const;
  /// Adds values at the unknowns.
  void add(const Values& values, Vector<Space>& x) const;
  /// Sets the unknowns to zero, or to the motion of a number.
  void clear(Vector<Space>& x) const;
  void setMotion(std::size_t number, Vector<Space>& x) const;
  /// Sets the unknowns to 1.
  void mark(Vector<Space, float>& x) const;

private:
  void write(const Values& values, Vector<Space>& x) const;

  LayoutPointer<Space> Of;
  RigidBasis Basis;
  std::int64_t Count; ///< of unknowns of all sets
  DeviceVector<std::int64_t, Space> Unknowns;
  /// Six values of motions for each of them, zero for motions that there are not.
  DeviceVector<double, Space> Motions;
  mutable DeviceVector<double, Space> Parts;  ///< of the motions of a set in a vector
  mutable DeviceVector<double, Space> Buffer; ///< a value for each unknown
};
}

#endif
