#include "Operator/Hex8/Hex8Operator.inl"

#include "Operator/Hex8/Batches/BatchLaunch.cuh"

namespace trabecula
{
ElementSums<CudaSpace>::ElementSums(const Context<CudaSpace>& context,
  const std::vector<std::int32_t>& connectivity, std::size_t numberOfNodes,
  const std::vector<std::uint8_t>& tags, bool reproducibleSums)
  : reproducible(reproducibleSums)
{
  ElementBatches batches;
  for (this->batchSize = 128; this->batchSize >= 32; this->batchSize /= 2)
  {
    batches = makeElementBatches(connectivity, numberOfNodes, this->batchSize);
    this->mostSlots = (batches.mostSlots + 1) / 2 * 2;
    if (this->batchSize == 32 || detail::batchFits(context, this->batchSize, this->mostSlots))
    {
      break;
    }
  }
  for (std::size_t i = 0; i < tags.size(); ++i)
  {
    batches.corners[8 * i] |= static_cast<std::uint16_t>(tags[i] << ElementBatches::SlotBits);
  }
  const auto move = [&context](auto& target, const auto& source)
  { target = std::decay_t<decltype(target)>(context, source); };
  move(this->starts, batches.starts);
  move(this->nodes, batches.nodes);
  move(this->corners, batches.corners);
  move(this->entries, batches.entries);
  if (this->reproducible)
  {
    move(this->sharedNodes, batches.sharedNodes);
    move(this->sharedStarts, batches.sharedStarts);
    move(this->sharedSlots, batches.sharedSlots);
    this->partials = DeviceVector<double, CudaSpace>(context, 3 * batches.nodes.size());
  }
}

namespace detail
{
/// Computes the product of an element from its corner coordinates.
template <class Number>
struct RecomputedProduct
{
  using Real = Number;
  static constexpr bool UsesPoints = true;
  /// The number of warps allows each thread the largest number of registers, or half of it.
  static constexpr int Warps = sizeof(Real) == sizeof(double) ? 8 : 16;
  Elasticity material;
  Real scale; ///< factor of moduli

  __device__ __forceinline__ double operator()(
    const Real* points, const Real* u, Real modulus, int /*tag*/, Real* f) const
  {
    return hex8::product(points, u, this->scale * modulus, this->material, f);
  }
};

/// Computes the diagonal of an element's matrix.
struct DiagonalProduct
{
  using Real = double;
  static constexpr bool UsesPoints = true;
  static constexpr int Warps = 8;
  Elasticity material;

  __device__ __forceinline__ double operator()(
    const double* points, const double* /*u*/, double modulus, int /*tag*/, double* f) const
  {
    hex8::diagonal(points, this->material, f);
    for (int i = 0; i < 24; ++i)
    {
      f[i] *= modulus;
    }
    return 0.0;
  }
};

/// energies += weight u.(K u) for the elements at the positions of an order, with moduli of one.
void addEnergiesOfHexahedra(const Context<CudaSpace>& context, std::int64_t elements,
  const ElementSums<CudaSpace>::Nodes nodesOf, const std::int32_t* order, const double* points,
  const Elasticity material, const double* u, double weight, double* energies)
{
  forEach(
    context, elements, TRABECULA_LAMBDA(std::int64_t position) {
      double x[24];
      double displacement[24];
      double f[24];
      const auto node = [=](int a) { return nodesOf(position, a); };
      gatherNodes(node, points, x);
      gatherNodes(node, u, displacement);
      energies[order[position]] += weight * hex8::product(x, displacement, 1.0, material, f);
    });
}
}

template <>
int Hex8Operator<CudaSpace>::productDot(
  const Vector<CudaSpace>& x, Vector<CudaSpace>& y, double* partials)
{
  detail::BatchArguments<double> arguments{};
  arguments.numberOfElements = this->numberOfElements();
  arguments.order = this->Order.data();
  arguments.moduli = this->Moduli;
  arguments.points = this->Points.data();
  arguments.x = x.data();
  arguments.y = y.data();
  arguments.energies = partials;
  return detail::runBatches(this->context(), this->Sums, this->numberOfNodes(), arguments,
    detail::RecomputedProduct<double>{ unitElasticity(this->PoissonsRatio), 1.0 });
}

template <>
void Hex8Operator<CudaSpace>::product(const Vector<CudaSpace>& x, Vector<CudaSpace>& y)
{
  this->Hex8Operator::productDot(x, y, nullptr);
}

template <>
void Hex8Operator<CudaSpace>::singleProduct(const float* x, float* y)
{
  detail::BatchArguments<float> arguments{};
  arguments.numberOfElements = this->numberOfElements();
  arguments.order = this->Order.data();
  arguments.moduli = this->Moduli;
  arguments.points = this->Points.data();
  arguments.pointScale = 1.0 / this->Length;
  arguments.x = x;
  arguments.y = y;
  detail::runBatches(this->context(), this->Sums, this->numberOfNodes(), arguments,
    detail::RecomputedProduct<float>{
      unitElasticity(this->PoissonsRatio), static_cast<float>(this->Length) });
}

template <>
void Hex8Operator<CudaSpace>::computeDiagonal(double* d)
{
  detail::BatchArguments<double> arguments{};
  arguments.numberOfElements = this->numberOfElements();
  arguments.order = this->Order.data();
  arguments.moduli = this->Moduli;
  arguments.points = this->Points.data();
  arguments.x = this->Points.data(); // the values are read but have no effect
  arguments.y = d;
  detail::runBatches(this->context(), this->Sums, this->numberOfNodes(), arguments,
    detail::DiagonalProduct{ unitElasticity(this->PoissonsRatio) });
}

template <>
void Hex8Operator<CudaSpace>::addEnergies(const double* u, double weight, double* energies)
{
  detail::addEnergiesOfHexahedra(this->context(), this->numberOfElements(),
    this->Sums.nodesOfElements(), this->Order.data(), this->Points.data(),
    unitElasticity(this->PoissonsRatio), u, weight, energies);
}

template class Hex8Operator<CudaSpace>;
}
