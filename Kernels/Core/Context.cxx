#include "Core/Context.h"

#include "Core/Cuda/CurrentDevice.h"
#include "Core/Parallel.h"

#include <utility>

namespace trabecula
{
template <class Space>
struct Context<Space>::Reductions
{
  Reducer<Space> reducer;
  DeviceVector<double, Space> result;

  explicit Reductions(const Context& context) : result(context, 1) {}
};

namespace detail
{
/// A sum of this rank, over all ranks.
template <class Space>
double sumOfRanks(const DeviceVector<double, Space>& result, const Communicator& ranks)
{
  double sum = result.toHost()[0];
  ranks.sum(&sum, 1);
  return sum;
}

template <class Space, class Number>
void dotInto(Reducer<Space>& reducer, std::int64_t n, const Number* a, const double* b,
  const std::uint8_t* mask, double* result)
{
  reducer.reduce(
    n, Sums<1>{},
    TRABECULA_LAMBDA(std::int64_t i) {
      Sums<1> sum;
      sum.v[0] = !mask || mask[i] ? a[i] * b[i] : 0.0;
      return sum;
    },
    AddSums(), TRABECULA_LAMBDA(const Sums<1>& sum) { *result = sum.v[0]; });
}

template <class Space>
void sparseDotInto(Reducer<Space>& reducer, std::int64_t n, const std::int64_t* places,
  const double* weights, const double* a, const double* b, double* result)
{
  reducer.reduce(
    n, Sums<1>{},
    TRABECULA_LAMBDA(std::int64_t i) {
      Sums<1> sum;
      const double weighted = weights[i] * a[places[i]];
      sum.v[0] = b ? weighted * b[places[i]] : weighted;
      return sum;
    },
    AddSums(), TRABECULA_LAMBDA(const Sums<1>& sum) { *result = sum.v[0]; });
}
}

template <class Space>
Context<Space>::Context(const Device& device, std::shared_ptr<const Communicator> communicator)
  : UsedDevice(device),
    Ranks(communicator ? std::move(communicator) : std::make_shared<const Communicator>()),
    Reduce(std::make_unique<Reductions>(*this))
{
}

template <class Space>
Context<Space>::~Context() = default;

template <class Space>
void* Context<Space>::allocate(std::size_t bytes) const
{
  const Use use(*this);
  return Memory<Space>::allocate(bytes);
}

template <class Space>
double Context<Space>::dot(
  std::int64_t n, const double* a, const double* b, const std::uint8_t* mask)
{
  detail::dotInto<Space>(this->Reduce->reducer, n, a, b, mask, this->Reduce->result.data());
  return detail::sumOfRanks(this->Reduce->result, *this->Ranks);
}

template <class Space>
double Context<Space>::dot(std::int64_t n, const float* a, const double* b)
{
  detail::dotInto<Space>(this->Reduce->reducer, n, a, b, nullptr, this->Reduce->result.data());
  return detail::sumOfRanks(this->Reduce->result, *this->Ranks);
}

template <class Space>
double Context<Space>::sparseDot(std::int64_t n, const std::int64_t* places, const double* weights,
  const double* a, const double* b)
{
  detail::sparseDotInto<Space>(
    this->Reduce->reducer, n, places, weights, a, b, this->Reduce->result.data());
  return detail::sumOfRanks(this->Reduce->result, *this->Ranks);
}

template <class Space>
Context<Space>::Use::Use(const Context& context) : Before(currentDevice<Space>())
{
  setCurrentDevice<Space>(context.UsedDevice.index);
}

template <class Space>
Context<Space>::Use::~Use()
{
  setCurrentDevice<Space>(this->Before);
}

template class Context<CompiledSpace>;
}
