#ifndef TRABECULA_BENCHMARK_PAPER_ASSEMBLY_COMPAREDASSEMBLY_H
#define TRABECULA_BENCHMARK_PAPER_ASSEMBLY_COMPAREDASSEMBLY_H

#include "Benchmark/Paper/Assembly/SharedNonzeros.h"
#include "Operator/Assembled/AssembledMatrix.h"
#include "Operator/Assembled/PairPlaces.h"
#include "Operator/PoissonsRatios.h"

#include <cstddef>
#include <string>
#include <vector>

namespace trabecula
{
/// How the values of an assembled matrix are computed in methods that MatrixAssembly is compared
/// with.
enum class ComparedMethod
{
  Separate,       ///< Sanfui and Sharma's separate kernels: element matrices are stored, then added
  SharedNonzeros, ///< Cecka et al. 2011: a thread per entry, element matrices in shared memory
  Sorted          ///< entries of all elements, sorted and those of one place added
};

struct ComparedMethodInfo
{
  ComparedMethod method;
  std::string name;  ///< as in names of measurements
  bool reproducible; ///< on CUDA, the same bits run after run; on the host all are
};

/// All of them, in the order of the enumeration.
const std::vector<ComparedMethodInfo>& comparedMethods();

/// The value stage of an assembled stiffness matrix by one of the methods; see MatrixAssembly.
template <class Space>
class ComparedAssembly
{
public:
  ComparedAssembly(const Context<Space>& context, const Mesh& mesh, const PoissonsRatios& ratios,
    ComparedMethod method, std::vector<ElementGroup<Space>> groups, AssembledMatrix<Space>& matrix);

  /// The values of the matrix for one modulus per element. The pattern is that of the matrix that
  /// was given before.
  void assemble(const double* moduli, AssembledMatrix<Space>& matrix);

  /// Bytes of the elements and of what the method keeps besides the matrix, at most; the sorting of
  /// entries is included.
  static std::size_t memory(const Mesh& mesh, ComparedMethod method, const NeighbourCounts& counts);

private:
  /// What there is for the elements of one type.
  struct Part
  {
    ElementGroup<Space> group;
    PairPlaces<Space> places;
    SharedNonzeros<Space> shared;
  };

  const Context<Space>* Computing;
  ComparedMethod Method;
  double PoissonsRatio;
  DeviceVector<double, Space> Ratios; ///< of each element, if they vary
  DeviceVector<double, Space> Points;
  std::vector<Part> Parts;
  DeviceVector<double, Space> ElementMatrices; ///< of the part that has most
};
}

#endif
