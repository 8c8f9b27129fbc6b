#ifndef TRABECULA_OPERATOR_ASSEMBLED_ASSEMBLEDOPERATOR_H
#define TRABECULA_OPERATOR_ASSEMBLED_ASSEMBLEDOPERATOR_H

#include "Operator/Assembled/MatrixAssembly.h"
#include "Operator/OperatorSettings.h"
#include "Operator/StiffnessOperator.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace trabecula
{
/**
 * Products with an assembled matrix, of any element, in three stages (Sanfui and Sharma, "A
 * three-stage GPU-based FEA matrix generation strategy for unstructured meshes"): neighbour matrix,
 * indices, values. setModuli() computes the values anew and nothing else.
 *
 * All but products with the whole matrix and its diagonal is computed by a matrix-free operator.
 */
template <class Space>
class AssembledOperator : public StiffnessOperator<Space>
{
public:
  /// @param layouts of the nodes and elements of the mesh
  /// @param elements a matrix-free operator on the same mesh, with the same layouts
  AssembledOperator(const OperatorLayouts<Space>& layouts, const Mesh& mesh,
    const PoissonsRatios& ratios, const AssemblySettings& settings,
    std::unique_ptr<StiffnessOperator<Space>> elements);

  const AssembledMatrix<Space>& matrix() const { return this->Matrix; }

protected:
  void product(const Vector<Space>& x, Vector<Space>& y) override
  {
    this->Matrix.multiply(x.data(), y.data());
  }
  void useModuli(const double* moduli) override;
  void computeDiagonal(double* d) override { this->Matrix.diagonal(d); }
  void addEnergies(const double* u, double weight, double* energies) override;
  void computeGeometry(double* measures, double* positions) override;
  void computeGradients(const double* u, double* gradients) override;
  void addGradientsTransposed(const double* s, double* f) override;

private:
  AssembledOperator(const OperatorLayouts<Space>& layouts, const Mesh& mesh,
    const PoissonsRatios& ratios, const AssemblySettings& settings,
    std::unique_ptr<StiffnessOperator<Space>> elements, std::vector<ElementGroup<Space>> groups);

  std::unique_ptr<StiffnessOperator<Space>> Elements;
  AssembledMatrix<Space> Matrix;
  MatrixAssembly<Space> Assembly;
};

/// @throws Error before anything large is allocated, if the memory available does not suffice
template <class Space>
std::unique_ptr<AssembledOperator<Space>> makeAssembledOperator(
  const OperatorLayouts<Space>& layouts, const Mesh& mesh, const PoissonsRatios& ratios,
  const AssemblySettings& settings, std::unique_ptr<StiffnessOperator<Space>> elements);

/// Upper bound of the bytes of an operator in its space, without the matrix-free one.
std::size_t assembledOperatorMemory(
  const Mesh& mesh, const AssemblySettings& settings, const NeighbourCounts& counts);

/// @throws Error with the memory that is needed, and its part of padding, if the device has less
void checkAssembledMemory(const Mesh& mesh, const AssemblySettings& settings,
  const NeighbourCounts& counts, const Device& device);
}

#endif
