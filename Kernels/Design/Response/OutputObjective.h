#ifndef TRABECULA_DESIGN_RESPONSE_OUTPUTOBJECTIVE_H
#define TRABECULA_DESIGN_RESPONSE_OUTPUTOBJECTIVE_H

#include "Core/DeviceVector.h"
#include "Operator/SprungOperator.h"
#include "Operator/StiffnessOperator.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
template <class Space>
class SparseVector;

/**
 * The objective of a compliant mechanism: J = l.u with output weights l, displacements u of
 * K u = f, and its derivative by the adjoint method (Sigmund 1997; Bendsoe and Sigmund 2003,
 * section 2.6): with K v = l, dJ/drho_e = -v_e.(dK_e/drho_e) u_e.
 *
 * v is the displacement under l as forces, with all supports at zero. All vectors have 3 values
 * per node, in memory of the space.
 */
template <class Space>
class OutputObjective
{
public:
  /// One load case's part.
  struct Load
  {
    double weight;
    const SparseVector<Space>* forces;
    const double* displacement;
  };

  /// @param weights l, one per unknown @param elements number of elements
  OutputObjective(const std::vector<double>& weights, std::size_t elements);
  ~OutputObjective();
  OutputObjective(const OutputObjective&) = delete;
  OutputObjective& operator=(const OutputObjective&) = delete;

  /// l, the right-hand side of the adjoint system.
  const double* weights() const;
  /// Where the adjoint solution v is to be computed; starts from the last one accepted.
  double* trial();
  /// Takes the trial for the adjoint solution.
  void accept();

  struct Estimate
  {
    double output;     ///< l.u
    double correction; ///< v.(f - K u), which is zero for exact solutions
  };
  /// What the trial says of the displacements given.
  Estimate estimate(const std::vector<Load>& loads, LinearOperator<Space>& stiffness);

  /**
   * The objective, corrected by the adjoint: l.u + v.(f - K u), which is in error by the product of
   * the errors of u and v only. Updates energies().
   *
   * @param moduli of the elements, for which u and v were computed
   */
  double evaluate(const std::vector<Load>& loads, const double* moduli,
    StiffnessOperator<Space>& stiffness, const SprungOperator<Space>& springs);

  /// Sum over load cases of weight * v_e.(K_e u_e) for a Young's modulus of one, one per element.
  const double* energies() const;

  /// The adjoint solution, one value per unknown, from which the next trial() starts, and
  /// energies(): what evaluate() has left for later.
  struct State
  {
    std::vector<double> adjoint;
    std::vector<double> energies;
  };
  State state() const;
  void restore(const State& state);

  /// Bytes that an instance takes on the device.
  static std::size_t memory(std::size_t unknowns, std::size_t elements);

private:
  struct Workspace;
  std::unique_ptr<Workspace> Work;
};
}

#endif
