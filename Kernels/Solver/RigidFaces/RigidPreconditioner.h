#ifndef TRABECULA_SOLVER_RIGIDFACES_RIGIDPRECONDITIONER_H
#define TRABECULA_SOLVER_RIGIDFACES_RIGIDPRECONDITIONER_H

#include "Solver/ConjugateGradient.h"
#include "Solver/RigidFaces/RigidSystem.h"
#include "Solver/StiffnessPreconditioner.h"

#include <memory>
#include <string>
#include <vector>

namespace trabecula
{
/**
 * A preconditioner for a RigidSystem from one for its matrix A with fixed unknowns of rigid faces.
 *
 * It adds a coarse space of the rigid motions, as a two-level Schwarz method does:
 *
 *     M^-1 = M_fixed^-1 + E (E^T A E)^-1 E^T,
 *
 * where a column of E is a motion of a face and, at other unknowns, approximately the displacement
 * that it causes, A_ii e_i = -A_ir e_r. With exact displacements and an exact M_fixed this is the
 * inverse of the matrix. Without the columns, or with the six motions of faces alone, a few
 * eigenvalues are as small as the stiffness of a whole body against that of a layer of elements.
 */
template <class Space>
class RigidPreconditioner : public StiffnessPreconditioner<Space>
{
public:
  /// @param fixed preconditioner of the system's matrix with the unknowns of its rigid faces fixed
  /// @param system must remain valid
  RigidPreconditioner(
    std::unique_ptr<StiffnessPreconditioner<Space>> fixed, RigidSystem<Space>& system);

  const Vector<Space, float>& apply(const Vector<Space>& r) override;
  const Vector<Space, float>& freeUnknowns() const override { return this->Free; }
  void update(const Vector<Space>& moduli, double largest) override;
  std::string recover() override;
  int patience(double tolerance) const override;
  double caution() const override { return this->Fixed->caution(); }
  void setCaution(double caution) override { this->Fixed->setCaution(caution); }

  /// Bytes of an instance with its system.
  static std::size_t memory(std::size_t unknowns, std::size_t motions);

private:
  void extendMotions();

  std::unique_ptr<StiffnessPreconditioner<Space>> Fixed;
  RigidSystem<Space>* System;
  ConjugateGradient<Space> Solver;
  std::vector<Vector<Space>> Motions; ///< E
  std::vector<double> Inverse;        ///< of E^T A E, row by row
  Vector<Space> Residual;
  Vector<Space, float> Result;
  Vector<Space, float> Free;
};
}

#endif
