#include "Benchmark/Paper/ElementByElement/AssembledOperator.h"

#include "Benchmark/Paper/ElementByElement/AssembledPattern.h"
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
  Storage(const Context<CudaSpace>& context, const AssembledPattern& pattern, const Mesh& mesh,
    double poissonsRatio)
    : rows(pattern.rows()), rowOffsets(context, pattern.rowOffsets),
      columns(context, pattern.columns), places(context, pattern.places),
      corners(context, mesh.connectivity), stiffness(context, unitStiffnesses(mesh, poissonsRatio)),
      values(context, static_cast<std::size_t>(pattern.entries())),
      in(context, pattern.rowOffsets.size()), out(context, pattern.rowOffsets.size())
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
    this->buffer = DeviceVector<std::uint8_t, CudaSpace>(context, std::max<std::size_t>(bytes, 1));
    checkCusparse(cusparseSetStream(this->handle, streamOf(context)), "choosing the stream");
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
  DeviceVector<double, CudaSpace> stiffness; ///< 576 values per element
  DeviceVector<double, CudaSpace> values;
  DeviceVector<double, CudaSpace> in; ///< vector to which the descriptor refers initially
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
AssembledOperator<CudaSpace>::AssembledOperator(
  const OperatorLayouts<CudaSpace>& layouts, const Mesh& mesh, double poissonsRatio)
  : StiffnessOperator<CudaSpace>(layouts),
    Data(std::make_unique<Storage>(layouts.context(), AssembledPattern(mesh), mesh, poissonsRatio))
{
}

template <>
AssembledOperator<CudaSpace>::~AssembledOperator() = default;

template <>
void AssembledOperator<CudaSpace>::product(const Vector<CudaSpace>& x, Vector<CudaSpace>& y)
{
  Storage& s = *this->Data;
  checkCusparse(cusparseSetStream(s.handle, streamOf(this->context())), "choosing the stream");
  checkCusparse(cusparseDnVecSetValues(s.x, const_cast<double*>(x.data())), "taking a vector");
  checkCusparse(cusparseDnVecSetValues(s.y, y.data()), "taking a vector");
  checkCusparse(cusparseSpMV(s.handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &s.one, s.matrix, s.x,
                  &s.zero, s.y, CUDA_R_64F, CUSPARSE_SPMV_CSR_ALG1, s.buffer.data()),
    "multiplying");
}

namespace
{
/// Adds the element matrices, multiplied by the moduli, to the values.
void addElements(
  const Context<CudaSpace>& context, const double* moduli, AssembledOperator<CudaSpace>::Storage& s)
{
  const std::int32_t* rowOffsets = s.rowOffsets.data();
  const std::int32_t* corners = s.corners.data();
  const std::uint8_t* places = s.places.data();
  const double* stiffness = s.stiffness.data();
  double* values = s.values.data();
  forEach(
    context, static_cast<std::int64_t>(s.stiffness.size()), TRABECULA_LAMBDA(std::int64_t i) {
      const std::int64_t e = i / 576;
      const int row = static_cast<int>(i % 576) / 24;
      const int column = static_cast<int>(i % 24);
      const std::int64_t unknown = 3 * std::int64_t(corners[8 * e + row / 3]) + row % 3;
      atomicAdd(
        values + rowOffsets[unknown] + 3 * places[64 * e + 8 * (row / 3) + column / 3] + column % 3,
        moduli[e] * stiffness[i]);
    });
}

void copyDiagonal(const Context<CudaSpace>& context, std::int64_t rows,
  const std::int32_t* rowOffsets, const std::int32_t* columns, const double* values, double* d)
{
  forEach(
    context, rows, TRABECULA_LAMBDA(std::int64_t i) {
      for (std::int32_t j = rowOffsets[i]; j < rowOffsets[i + 1]; ++j)
      {
        if (columns[j] == i)
        {
          d[i] = values[j];
        }
      }
    });
}
}

template <>
void AssembledOperator<CudaSpace>::useModuli(const double* moduli)
{
  this->Data->values.zero();
  addElements(this->context(), moduli, *this->Data);
}

template <>
void AssembledOperator<CudaSpace>::computeDiagonal(double* d)
{
  const Storage& s = *this->Data;
  copyDiagonal(this->context(), s.rows, s.rowOffsets.data(), s.columns.data(), s.values.data(), d);
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
