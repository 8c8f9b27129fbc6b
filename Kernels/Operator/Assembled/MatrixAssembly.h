#ifndef TRABECULA_OPERATOR_ASSEMBLED_MATRIXASSEMBLY_H
#define TRABECULA_OPERATOR_ASSEMBLED_MATRIXASSEMBLY_H

#include "Operator/Assembled/AssembledMatrix.h"
#include "Operator/Assembled/PairPlaces.h"
#include "Operator/Assembled/Values/ElementBlocks.h"
#include "Operator/PoissonsRatios.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
/**
 * The value stage of an assembled stiffness matrix (the paper's third stage, section 3.3), for
 * Young's moduli that change.
 */
template <class Space>
class MatrixAssembly
{
public:
  MatrixAssembly(const Context<Space>& context, const Mesh& mesh, const PoissonsRatios& ratios,
    AssemblyMethod method, std::vector<ElementGroup<Space>> groups, AssembledMatrix<Space>& matrix);

  /// The values of the matrix for one modulus per element. The pattern is that of the matrix that
  /// was given before.
  void assemble(const double* moduli, AssembledMatrix<Space>& matrix);

  /// Bytes of the elements and of what a method keeps besides the matrix, at most.
  static std::size_t memory(const Mesh& mesh, const NeighbourCounts& counts);

private:
  /// The data of the elements of one type.
  struct Part
  {
    AssemblyMethod method = AssemblyMethod::ByRow;
    ElementGroup<Space> group;
    PairPlaces<Space> places;
    DeviceVector<std::int32_t, Space> coloured;
    std::vector<std::int64_t> colourStarts;
  };

  AssemblyInput input(const Part& part, const double* moduli, AssembledMatrix<Space>& matrix) const;
  void addPart(const Part& part, const AssemblyInput& input, int most, bool add);

  const Context<Space>* Computing;
  double PoissonsRatio;
  DeviceVector<double, Space> Ratios; ///< of each element, if they vary
  DeviceVector<double, Space> Points;
  std::vector<Part> Parts;
};
}

#endif
