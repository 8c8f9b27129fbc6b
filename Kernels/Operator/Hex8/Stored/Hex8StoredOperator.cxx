#include "Operator/Hex8/Stored/Hex8StoredOperator.inl"

namespace trabecula
{
namespace
{
/// y += E K x for one element (Algorithm 3).
void addElement(
  const std::int32_t* nodes, const double* matrix, double modulus, const double* x, double* y)
{
  double u[24];
  for (int i = 0; i < 24; ++i)
  {
    u[i] = x[3 * std::int64_t(nodes[i / 3]) + i % 3];
  }
  for (int row = 0; row < 24; ++row)
  {
    // Several independent partial sums hide the latency of floating-point additions.
    double sums[4] = {};
    for (int column = 0; column < 24; column += 4)
    {
      for (int k = 0; k < 4; ++k)
      {
        sums[k] += matrix[24 * row + column + k] * u[column + k];
      }
    }
    y[3 * std::int64_t(nodes[row / 3]) + row % 3] +=
      modulus * ((sums[0] + sums[1]) + (sums[2] + sums[3]));
  }
}
}

template <>
void Hex8StoredOperator<HostSpace>::product(const Vector<HostSpace>& from, Vector<HostSpace>& to)
{
  const double* x = from.data();
  double* y = to.data();
  const std::int32_t* connectivity = this->StoredConnectivity.data();
  const double* matrices = this->Matrices.data();
  const double* moduli = this->Moduli;
  if (this->Chosen == Strategy::Nbn)
  {
    const detail::NodeByNode nodes = { this->NodeStarts.data(), this->NodeElementNumbers.data(),
      this->NodeCorners.data(), connectivity, matrices, moduli };
    forEach<HostSpace>(
      this->numberOfNodes(), [nodes, x, y](std::int64_t node) { nodes.product(node, x, y); });
    return;
  }
  forEach<HostSpace>(this->size(), [y](std::int64_t i) { y[i] = 0.0; });
  const std::int32_t* order = this->StoredOrder.data();
  const auto add = [=](std::int64_t position)
  {
    addElement(connectivity + 8 * position, matrices + detail::MatrixSize * position,
      moduli[order[position]], x, y);
  };
  if (this->Chosen == Strategy::Coloured)
  {
    for (std::size_t colour = 0; colour + 1 < this->ColourStarts.size(); ++colour)
    {
      const std::int64_t first = this->ColourStarts[colour];
      forEach<HostSpace>(
        this->ColourStarts[colour + 1] - first, [add, first](std::int64_t i) { add(first + i); });
    }
    return;
  }
  const ColouredBlocks& blocks = this->Sums.blocks;
  for (std::size_t colour = 0; colour + 1 < blocks.colourStarts.size(); ++colour)
  {
#pragma omp parallel for schedule(dynamic, 1)
    for (std::int32_t b = blocks.colourStarts[colour]; b < blocks.colourStarts[colour + 1]; ++b)
    {
      const std::int64_t begin = std::int64_t(blocks.blocks[b]) * ColouredBlocks::BlockSize;
      const std::int64_t end =
        std::min(this->numberOfElements(), begin + ColouredBlocks::BlockSize);
      for (std::int64_t position = begin; position < end; ++position)
      {
        add(position);
      }
    }
  }
}

template class Hex8StoredOperator<HostSpace>;
}
