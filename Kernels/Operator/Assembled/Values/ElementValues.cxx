#include "Operator/Assembled/Values/ElementValues.inl"

namespace trabecula
{
TRABECULA_INSTANTIATE_ELEMENT_VALUES(HostSpace);

std::size_t elementMatrixBytes(CellType type)
{
  const auto nodes = static_cast<std::size_t>(cellShape(type).nodes);
  return 9 * nodes * nodes * sizeof(double);
}
}
