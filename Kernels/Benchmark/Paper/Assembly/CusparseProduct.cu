#include "Benchmark/Paper/Assembly/CusparseProduct.h"

#include "Core/Cuda/Cuda.h"
#include "Core/Error.h"
#include "Core/Parallel.h"
#include "Core/Timer.h"

#include <cusparse.h>

#include <algorithm>
#include <limits>
#include <string>

namespace trabecula::benchmarks
{
namespace
{
void check(cusparseStatus_t status)
{
  if (status != CUSPARSE_STATUS_SUCCESS)
  {
    throw Error(std::string("cuSPARSE failed: ") + cusparseGetErrorString(status) + ".");
  }
}

DeviceVector<std::int32_t, CudaSpace> narrowed(
  const Context<CudaSpace>& context, const std::int64_t* offsets, std::int64_t count)
{
  DeviceVector<std::int32_t, CudaSpace> result(context, static_cast<std::size_t>(count));
  std::int32_t* to = result.data();
  forEach(
    context, count,
    TRABECULA_LAMBDA(std::int64_t i) { to[i] = static_cast<std::int32_t>(offsets[i]); });
  return result;
}

/// The descriptors and buffers of a product.
struct Product
{
  cusparseHandle_t handle = nullptr;
  cusparseSpMatDescr_t matrix = nullptr;
  cusparseDnVecDescr_t in = nullptr;
  cusparseDnVecDescr_t out = nullptr;
  const double one = 1.0;
  const double zero = 0.0;

  ~Product()
  {
    (void)cusparseDestroyDnVec(this->in);
    (void)cusparseDestroyDnVec(this->out);
    (void)cusparseDestroySpMat(this->matrix);
    (void)cusparseDestroy(this->handle);
  }
};
}

double secondsOfCusparse(const Context<CudaSpace>& context,
  const AssembledMatrix<CudaSpace>& matrix, const double* x, double* y, int repetitions)
{
  const std::int64_t rows = matrix.rows();
  if (matrix.entries() > std::numeric_limits<std::int32_t>::max())
  {
    return -1.0;
  }
  const auto offsets = narrowed(context, matrix.offsets(), rows + 1);
  Product p;
  check(cusparseCreate(&p.handle));
  check(cusparseSetStream(p.handle, streamOf(context)));
  check(cusparseCreateCsr(&p.matrix, rows, rows, matrix.entries(),
    const_cast<std::int32_t*>(offsets.data()), const_cast<std::int32_t*>(matrix.columns()),
    const_cast<double*>(matrix.values()), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
    CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
  check(cusparseCreateDnVec(&p.in, rows, const_cast<double*>(x), CUDA_R_64F));
  check(cusparseCreateDnVec(&p.out, rows, y, CUDA_R_64F));
  std::size_t bytes = 0;
  check(cusparseSpMV_bufferSize(p.handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &p.one, p.matrix, p.in,
    &p.zero, p.out, CUDA_R_64F, CUSPARSE_SPMV_CSR_ALG1, &bytes));
  DeviceVector<std::uint8_t, CudaSpace> buffer(context, std::max<std::size_t>(bytes, 1));
  check(cusparseSpMV_preprocess(p.handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &p.one, p.matrix, p.in,
    &p.zero, p.out, CUDA_R_64F, CUSPARSE_SPMV_CSR_ALG1, buffer.data()));
  const auto multiply = [&]
  {
    check(cusparseSpMV(p.handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &p.one, p.matrix, p.in, &p.zero,
      p.out, CUDA_R_64F, CUSPARSE_SPMV_CSR_ALG1, buffer.data()));
  };
  multiply();
  context.synchronize();
  const Timer timer;
  for (int i = 0; i < repetitions; ++i)
  {
    multiply();
  }
  context.synchronize();
  return timer.seconds() / repetitions;
}
}
