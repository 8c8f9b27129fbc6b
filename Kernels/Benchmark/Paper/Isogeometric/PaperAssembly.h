#ifndef TRABECULA_BENCHMARK_PAPER_ISOGEOMETRIC_PAPERASSEMBLY_H
#define TRABECULA_BENCHMARK_PAPER_ISOGEOMETRIC_PAPERASSEMBLY_H

#include "Core/Vectors/Vector.h"
#include "Operator/Isogeometric/Points/PointTables.h"
#include "Operator/Isogeometric/SplineRows.h"

#include <cstddef>
#include <cstdint>

namespace trabecula
{
/// How the stiffness of a plane patch is assembled, for comparison.
enum class PaperAssemblyMethod
{
  Triplets, ///< one thread an element; coordinates and values, sorted and added on the device
  Atomics,  ///< one thread an element adds to rows with atomics; on the host by colours
  Coloured, ///< one thread an element of a colour adds to rows
  ByRow     ///< one thread a control point integrates its rows from the elements around it
};

/**
 * The assembly of Xia et al. 2017 (Table 2): a thread computes the matrix of an element by looping
 * over its Gauss points, where functions and the Jacobian are evaluated. Their triplets are summed
 * by MATLAB's sparse(), here by a sort and a reduction on the device.
 */
template <class Space>
class PaperAssembly
{
public:
  /// @param patch plane, of equal degrees @throws Error otherwise
  PaperAssembly(const Context<Space>& context, const NurbsPatch& patch, double poissonsRatio);

  /// @param moduli of elements, one component. Triplets leave keys and sums, other methods the
  /// rows.
  void assemble(PaperAssemblyMethod method, const Vector<Space>& moduli);

  /// Of Triplets: row times 2^32 plus column of each entry, and its value, as many as entries().
  const DeviceVector<std::uint64_t, Space>& keys() const { return this->Keys; }
  const DeviceVector<double, Space>& sums() const { return this->Sums; }
  std::int64_t entries() const { return this->Entries; }
  /// In unknowns, of the other methods.
  const SplineRows<double, Space>& rows() const { return this->Rows; }
  /// Frees what a method has left.
  void release();

  /// Bytes that Triplets takes for a while.
  static std::size_t tripletsMemory(const NurbsPatch& patch);

private:
  void assembleTriplets(const double* moduli);

  const Context<Space>* Computing;
  SplineGrid Grid;
  double PoissonsRatio;
  PatchData<Space> Patch;
  DeviceVector<std::uint64_t, Space> Keys;
  DeviceVector<double, Space> Sums;
  std::int64_t Entries = 0;
  SplineRows<double, Space> Rows;
};
}

#endif
