#include "Solver/Aggregation/Smoothers/ProductSmoother.h"

#include "Core/Parallel.h"
#include "Solver/Aggregation/Smoothers/BlockSteps.h"
#include "Solver/SmootherKernels.h"

namespace trabecula
{
namespace detail
{
/// Calls work for each node with its part of a product.
template <class Space, int Block, class Real, class Work>
void forEachProduct(std::int64_t nodes, const Real* product, const Work& work)
{
  forEach<Space>(
    nodes, TRABECULA_LAMBDA(std::int64_t node) {
      Real sums[Block];
      TRABECULA_UNROLL
      for (int i = 0; i < Block; ++i)
      {
        sums[i] = product[Block * node + i];
      }
      work(node, sums);
    });
}
}

template <class Space>
ProductSmoother<Space>::ProductSmoother(Context<Space>& context,
  StiffnessOperator<Space>& stiffness, SpringOperator<Space>& system, int block)
  : Stiffness(&stiffness), System(&system),
    Jacobi(context, block, block == 1 ? stiffness.size() : stiffness.numberOfNodes())
{
  const auto n = static_cast<std::size_t>(stiffness.size());
  if (stiffness.hasSingle())
  {
    this->SingleProduct = DeviceVector<float, Space>(context, n);
  }
  else
  {
    this->Argument = DeviceVector<double, Space>(context, n);
  }
  if (block == 1 || !stiffness.hasSingle())
  {
    this->Product = DeviceVector<double, Space>(context, n);
  }
}

template <class Space>
void ProductSmoother<Space>::update(const std::uint8_t* held)
{
  this->Stiffness->diagonal(this->Product.data());
  this->System->addDiagonal(this->Product.data());
  this->Jacobi.setDiagonal(this->Product.data(), held);
}

template <class Space>
void ProductSmoother<Space>::update(
  const BlockPattern<Space>& pattern, const double* values, const std::uint8_t* held)
{
  this->Jacobi.setRows(pattern, values, held);
}

template <class Space>
template <class Finish>
void ProductSmoother<Space>::apply(const float* x, const Finish& finish) const
{
  if (this->Stiffness->hasSingle())
  {
    this->Stiffness->applySingle(x, this->SingleProduct.data());
    this->System->addSpringForces(x, this->SingleProduct.data());
    finish(static_cast<const float*>(this->SingleProduct.data()));
    return;
  }
  detail::convert<Space>(this->size(), x, this->Argument.data());
  this->System->apply(this->Argument.data(), this->Product.data());
  finish(static_cast<const double*>(this->Product.data()));
}

template <class Space>
void ProductSmoother<Space>::step(
  const float* d, float keep, float factor, float* r, float* next, float* x) const
{
  const float* inverses = this->Jacobi.inverses();
  const std::int64_t nodes = this->Jacobi.nodes();
  this->apply(d,
    [&](const auto* product)
    {
      if (this->Jacobi.block() == 1)
      {
        detail::forEachProduct<Space, 1>(
          nodes, product, detail::StepOfNode<1>{ inverses, d, keep, factor, r, next, x });
      }
      else
      {
        detail::forEachProduct<Space, 3>(
          nodes, product, detail::StepOfNode<3>{ inverses, d, keep, factor, r, next, x });
      }
    });
}

template <class Space>
void ProductSmoother<Space>::subtract(const float* d, float* r) const
{
  this->apply(d,
    [&](const auto* product)
    { detail::forEachProduct<Space, 1>(this->size(), product, detail::SubtractOfNode<1>{ r }); });
}

template <class Space>
void ProductSmoother<Space>::multiply(const float* x, float* y) const
{
  this->apply(x, [&](const auto* product) { detail::convert<Space>(this->size(), product, y); });
}

template class ProductSmoother<CompiledSpace>;
}
