#include "Benchmark/Paper/AssembledOperator.h"

#include "Benchmark/Paper/AssembledPattern.h"
#include "Core/Cuda/Cuda.h"
#include "Core/Error.h"
#include "Core/Parallel.h"

#include <cusparse.h>

#include <vector>

namespace trabecula::benchmarks
{
namespace
{
void checkCusparse(cusparseStatus_t status, const char* what)
{
  if (status != CUSPARSE_STATUS_SUCCESS)
  {
    throw Error(
      std::string("cuSPARSE failed while ") + what + ": " + cusparseGetErrorString(status) + ".");
  }
}
}

template <>
struct AssembledOperator<CudaSpace>::Storage
{
  Storage(const AssembledPattern& pattern, const Mesh& mesh, double poissonsRatio)
    : rows(pattern.rows()), rowOffsets(pattern.rowOffsets), columns(pattern.columns),
      places(pattern.places), corners(mesh.connectivity),
      stiffness(unitStiffnesses(mesh, poissonsRatio)),
      values(static_cast<std::size_t>(pattern.entries())), in(pattern.rowOffsets.size()),
      out(pattern.rowOffsets.size())
  {
    checkCusparse(cusparseCreate(&this->handle), "starting");
    checkCusparse(cusparseCreateCsr(&this->matrix, this->rows, this->rows, pattern.entries(),
                    this->rowOffsets.data(), this->columns.data(), this->values.data(),
                    CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F),
      "describing the matrix");
    checkCusparse(
      cusparseCreateDnVec(&this->x, this->rows, this->in.data(), CUDA_R_64F), "making a vector");
    checkCusparse(
      cusparseCreateDnVec(&this->y, this->rows, this->out.data(), CUDA_R_64F), "making a vector");
    std::size_t bytes = 0;
    checkCusparse(
      cusparseSpMV_bufferSize(this->handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &this->one,
        this->matrix, this->x, &this->zero, this->y, CUDA_R_64F, CUSPARSE_SPMV_CSR_ALG1, &bytes),
      "sizing its buffer");
    this->buffer = DeviceVector<std::uint8_t, CudaSpace>(std::max<std::size_t>(bytes, 1));
    checkCusparse(cusparseSetStream(this->handle, cudaStream()), "choosing the stream");
    checkCusparse(cusparseSpMV_preprocess(this->handle, CUSPARSE_OPERATION_NON_TRANSPOSE,
                    &this->one, this->matrix, this->x, &this->zero, this->y, CUDA_R_64F,
                    CUSPARSE_SPMV_CSR_ALG1, this->buffer.data()),
      "preparing products");
  }
  ~Storage()
  {
    (void)cusparseDestroyDnVec(this->x);
    (void)cusparseDestroyDnVec(this->y);
    (void)cusparseDestroySpMat(this->matrix);
    (void)cusparseDestroy(this->handle);
  }
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;

  std::int64_t rows;
  DeviceVector<std::int32_t, CudaSpace> rowOffsets;
  DeviceVector<std::int32_t, CudaSpace> columns;
  DeviceVector<std::uint8_t, CudaSpace> places;
  DeviceVector<std::int32_t, CudaSpace> corners;
  DeviceVector<double, CudaSpace> stiffness; ///< 576 an element
  DeviceVector<double, CudaSpace> values;
  DeviceVector<double, CudaSpace> in; ///< what the descriptions of vectors begin with
  DeviceVector<double, CudaSpace> out;
  DeviceVector<std::uint8_t, CudaSpace> buffer;
  cusparseHandle_t handle = nullptr;
  cusparseSpMatDescr_t matrix = nullptr;
  cusparseDnVecDescr_t x = nullptr;
  cusparseDnVecDescr_t y = nullptr;
  double one = 1.0;
  double zero = 0.0;
};

template <>
AssembledOperator<CudaSpace>::AssembledOperator(const Mesh& mesh, double poissonsRatio)
  : Data(std::make_unique<Storage>(AssembledPattern(mesh), mesh, poissonsRatio))
{
}

template <>
AssembledOperator<CudaSpace>::~AssembledOperator() = default;

template <>
std::int64_t AssembledOperator<CudaSpace>::size() const
{
  return this->Data->rows;
}

template <>
void AssembledOperator<CudaSpace>::apply(const double* x, double* y)
{
  Storage& s = *this->Data;
  checkCusparse(cusparseSetStream(s.handle, cudaStream()), "choosing the stream");
  checkCusparse(cusparseDnVecSetValues(s.x, const_cast<double*>(x)), "taking a vector");
  checkCusparse(cusparseDnVecSetValues(s.y, y), "taking a vector");
  checkCusparse(cusparseSpMV(s.handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &s.one, s.matrix, s.x,
                  &s.zero, s.y, CUDA_R_64F, CUSPARSE_SPMV_CSR_ALG1, s.buffer.data()),
    "multiplying");
}

template <>
void AssembledOperator<CudaSpace>::assemble(const double* moduli)
{
  Storage& s = *this->Data;
  s.values.zero();
  const std::int32_t* rowOffsets = s.rowOffsets.data();
  const std::int32_t* corners = s.corners.data();
  const std::uint8_t* places = s.places.data();
  const double* stiffness = s.stiffness.data();
  double* values = s.values.data();
  forEach<CudaSpace>(
    static_cast<std::int64_t>(s.stiffness.size()), TRABECULA_LAMBDA(std::int64_t i) {
      const std::int64_t e = i / 576;
      const int row = static_cast<int>(i % 576) / 24;
      const int column = static_cast<int>(i % 24);
      const std::int64_t unknown = 3 * std::int64_t(corners[8 * e + row / 3]) + row % 3;
      atomicAdd(
        values + rowOffsets[unknown] + 3 * places[64 * e + 8 * (row / 3) + column / 3] + column % 3,
        moduli[e] * stiffness[i]);
    });
}

template <>
void AssembledOperator<CudaSpace>::diagonal(double* d)
{
  const std::int32_t* rowOffsets = this->Data->rowOffsets.data();
  const std::int32_t* columns = this->Data->columns.data();
  const double* values = this->Data->values.data();
  forEach<CudaSpace>(
    this->Data->rows, TRABECULA_LAMBDA(std::int64_t i) {
      for (std::int32_t j = rowOffsets[i]; j < rowOffsets[i + 1]; ++j)
      {
        if (columns[j] == i)
        {
          d[i] = values[j];
        }
      }
    });
}

template <>
std::size_t AssembledOperator<CudaSpace>::memory() const
{
  const Storage& s = *this->Data;
  return s.rowOffsets.bytes() + s.columns.bytes() + s.places.bytes() + s.corners.bytes() +
    s.stiffness.bytes() + s.values.bytes() + s.buffer.bytes();
}

template <>
std::size_t AssembledOperator<CudaSpace>::entries() const
{
  return this->Data->values.size();
}

template class AssembledOperator<CudaSpace>;
}
