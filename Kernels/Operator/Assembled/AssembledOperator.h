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
 * Everything that is no product with the whole matrix is left to a matrix-free operator.
 */
template <class Space>
class AssembledOperator : public StiffnessOperator<Space>
{
public:
  /// @param elements a matrix-free operator on the same mesh
  AssembledOperator(const Mesh& mesh, const PoissonsRatios& ratios,
    const AssemblySettings& settings, std::unique_ptr<StiffnessOperator<Space>> elements);

  void setModuli(const double* moduli) override;
  std::int64_t size() const override { return this->Matrix.rows(); }
  std::int64_t numberOfNodes() const override { return this->Elements->numberOfNodes(); }
  std::int64_t numberOfMaterialPoints() const override
  {
    return this->Elements->numberOfMaterialPoints();
  }
  void apply(const double* x, double* y) override { this->Matrix.multiply(x, y); }
  void diagonal(double* d) override { this->Matrix.diagonal(d); }
  void addUnitEnergies(const double* u, double weight, double* energies) override
  {
    this->Elements->addUnitEnergies(u, weight, energies);
  }
  void geometry(double* measures, double* positions) override
  {
    this->Elements->geometry(measures, positions);
  }
  void displacementGradients(const double* u, double* gradients) override
  {
    this->Elements->displacementGradients(u, gradients);
  }

  const AssembledMatrix<Space>& matrix() const { return this->Matrix; }

private:
  AssembledOperator(const Mesh& mesh, const PoissonsRatios& ratios,
    const AssemblySettings& settings, std::unique_ptr<StiffnessOperator<Space>> elements,
    std::vector<ElementGroup<Space>> groups);

  std::unique_ptr<StiffnessOperator<Space>> Elements;
  AssembledMatrix<Space> Matrix;
  MatrixAssembly<Space> Assembly;
};

/// @throws Error before anything large is allocated, if the memory available does not suffice
template <class Space>
std::unique_ptr<AssembledOperator<Space>> makeAssembledOperator(const Mesh& mesh,
  const PoissonsRatios& ratios, const AssemblySettings& settings,
  std::unique_ptr<StiffnessOperator<Space>> elements);

/// Bytes that an operator takes in its space besides the matrix-free one, at most.
std::size_t assembledOperatorMemory(
  const Mesh& mesh, const AssemblySettings& settings, const NeighbourCounts& counts);

/// @throws Error with what is needed, and of it the padding, if there is less on the device
void checkAssembledMemory(const Mesh& mesh, const AssemblySettings& settings,
  const NeighbourCounts& counts, const Device& device);
}

#endif
