#ifndef TRABECULA_BENCHMARK_PAPER_VOXEL_VOXELCURVEOPERATOR_H
#define TRABECULA_BENCHMARK_PAPER_VOXEL_VOXELCURVEOPERATOR_H

#include "Benchmark/Paper/Voxel/MortonOrder.h"
#include "Benchmark/Paper/Voxel/VoxelElementMatrix.h"
#include "Core/Vectors/DeviceVector.h"
#include "Operator/LinearOperator.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace trabecula
{
/// How the threads of a GPU compute products of elements, one of which each thread has. Threads of
/// a host compute alone.
enum class ElementThreads
{
  Together, ///< a block reads and adds corners through shared memory (the paper's section 3.2.4)
  Alone     ///< each thread reads and adds those of its element: what the paper compares with
};

/**
 * The voxel stiffness with nodes along the Morton curve: what the micro-FE paper's two storages
 * have in common. Vectors are along the curve: see order().
 *
 * For comparison with VoxelOperator: the same matrix, a 24x24 product per element, atomic sums,
 * which are not bitwise reproducible.
 */
template <class Space>
class VoxelCurveOperator : public LinearOperator<Space>
{
public:
  /// y = K x of raw arrays in single precision.
  virtual void multiply(const float* x, float* y) = 0;

  /// The grid's number of each node along the curve, which is the order of vectors here.
  const std::vector<std::int32_t>& order() const { return this->Order; }
  std::int64_t numberOfElements() const { return static_cast<std::int64_t>(this->Moduli.size()); }
  /// Bytes for the nodes of all elements, without moduli.
  virtual std::size_t lookupBytes() const = 0;
  /// The same for an element in the mean (the paper's Table 1).
  double bytesPerElement() const
  {
    return static_cast<double>(this->lookupBytes()) / static_cast<double>(this->Moduli.size());
  }

protected:
  /// @param unknowns of the nodes along the curve, all of which this part owns
  VoxelCurveOperator(LayoutPointer<Space> unknowns, const MortonOrder& order, double poissonsRatio,
    ElementThreads threads)
    : LinearOperator<Space>(std::move(unknowns)), Order(order.nodes), Threads(threads),
      Matrix(makeVoxelElementMatrix<double>(order.spacing, poissonsRatio)),
      MatrixInFloat(makeVoxelElementMatrix<float>(order.spacing, poissonsRatio))
  {
  }

  void storeModuli(const std::vector<double>& moduli)
  {
    this->Moduli = DeviceVector<double, Space>(this->context(), moduli);
    this->ModuliInFloat =
      DeviceVector<float, Space>(this->context(), std::vector<float>(moduli.begin(), moduli.end()));
  }

  std::vector<std::int32_t> Order;
  ElementThreads Threads;
  VoxelElementMatrix<double> Matrix;
  VoxelElementMatrix<float> MatrixInFloat;
  DeviceVector<double, Space> Moduli; ///< in the order of elements
  DeviceVector<float, Space> ModuliInFloat;
};
}

#endif
