#include "Operator/Hex8/Hex8CongruentOperator.inl"

#include "Operator/Hex8/Batches/BatchLaunch.cuh"

namespace trabecula
{
namespace detail
{
/// Computes products if all elements have the same matrix, which is a kernel parameter and
/// therefore in constant memory.
template <ModalForm Form>
struct SingleShapeProduct
{
  using Real = double;
  static constexpr bool UsesPoints = false;
  static constexpr int Warps = Form == ModalForm::General ? 8 : 16;
  double values[hex8::modalEntries(Form)];

  __device__ __forceinline__ double operator()(
    const double* /*points*/, const double* u, double modulus, int /*tag*/, double* f) const
  {
    const auto entries = [this](int i) { return this->values[i]; };
    return hex8::modalProduct<Form>(u, modulus, entries, f);
  }
};

/// Computes products with the matrix of each element's shape; the matrices are interleaved.
template <ModalForm Form>
struct ShapeTableProduct
{
  using Real = double;
  static constexpr bool UsesPoints = false;
  static constexpr int Warps = Form == ModalForm::General ? 8 : 16;
  const double* values;
  int shapes;

  __device__ __forceinline__ double operator()(
    const double* /*points*/, const double* u, double modulus, int tag, double* f) const
  {
    const double* first = this->values + tag;
    const int step = this->shapes;
    const auto entries = [first, step](int i) { return __ldg(first + i * step); };
    return hex8::modalProduct<Form>(u, modulus, entries, f);
  }
};

template <ModalForm Form>
int runShapes(const Context<CudaSpace>& context, ElementSums<CudaSpace>& sums,
  std::int64_t numberOfNodes, const BatchArguments<double>& arguments, int shapes,
  const std::vector<double>& values, const double* deviceValues)
{
  if (shapes == 1)
  {
    SingleShapeProduct<Form> product{};
    std::copy(values.begin(), values.end(), product.values);
    return runBatches(context, sums, numberOfNodes, arguments, product);
  }
  return runBatches(
    context, sums, numberOfNodes, arguments, ShapeTableProduct<Form>{ deviceValues, shapes });
}
}

template <>
int Hex8CongruentOperator<CudaSpace>::productDot(
  const Vector<CudaSpace>& x, Vector<CudaSpace>& y, double* partials)
{
  detail::BatchArguments<double> arguments{};
  arguments.numberOfElements = this->numberOfElements();
  arguments.order = this->Order.data();
  arguments.moduli = this->Moduli;
  arguments.x = x.data();
  arguments.y = y.data();
  arguments.energies = partials;
  const auto run = this->Stiffness.form == ModalForm::Bricks ? detail::runShapes<ModalForm::Bricks>
    : this->Stiffness.form == ModalForm::Affine              ? detail::runShapes<ModalForm::Affine>
                                                : detail::runShapes<ModalForm::General>;
  return run(this->context(), this->Sums, this->numberOfNodes(), arguments, this->Shapes,
    this->Stiffness.entries, this->Entries.data());
}

template <>
void Hex8CongruentOperator<CudaSpace>::product(const Vector<CudaSpace>& x, Vector<CudaSpace>& y)
{
  this->productDot(x, y, nullptr);
}

template class Hex8CongruentOperator<CudaSpace>;
}
