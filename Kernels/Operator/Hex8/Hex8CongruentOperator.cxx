#include "Operator/Hex8/Hex8CongruentOperator.inl"

#include "Core/Error.h"
#include "Core/Parallel.h"
#include "Operator/Hex8/Hex8HostKernels.h"

namespace trabecula
{
ElementShapes requireFewShapes(const Mesh& mesh)
{
  ElementShapes shapes = findElementShapes(mesh);
  if (shapes.elementsSeen < mesh.numberOfElements())
  {
    throw Error("The strategy congruent is for meshes whose elements have at most " +
      std::to_string(ElementShapes::Most) + " distinct shapes, but this one has more: element " +
      std::to_string(shapes.elementsSeen) + " is like none of that many before it. Choose " +
      "recompute or auto.");
  }
  return shapes;
}

template <>
void Hex8CongruentOperator<HostSpace>::product(const Vector<HostSpace>& x, Vector<HostSpace>& y)
{
  double* to = y.data();
  forEach<HostSpace>(this->size(), [to](std::int64_t i) { to[i] = 0.0; });
  const Hex8HostShapes shapes = { static_cast<int>(this->Stiffness.form), this->Shapes,
    this->Entries.data(), this->ShapeOfPosition.data() };
  hex8HostKernels().addModalProduct(this->hostMesh(), shapes, this->Moduli, x.data(), to);
}

template <>
int Hex8CongruentOperator<HostSpace>::productDot(
  const Vector<HostSpace>& x, Vector<HostSpace>& y, double* /*partials*/)
{
  this->product(x, y);
  return 0;
}

template class Hex8CongruentOperator<HostSpace>;
}
