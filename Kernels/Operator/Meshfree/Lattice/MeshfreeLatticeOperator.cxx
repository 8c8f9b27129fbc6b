#include "Operator/Meshfree/Lattice/MeshfreeLatticeOperator.h"

#include "Core/Parallel.h"
#include "Operator/Meshfree/PointStress.h"

namespace trabecula
{
namespace detail
{
/// Computes stresses at point g of the cell at each place: component s is at (6 g + s) cells +
/// place, so that neighbours in x are adjacent in memory. Threads process the same point g of
/// consecutive cells, as most cells share one table.
template <class Space>
void latticeStresses(const Context<Space>& context, const LatticeView view, const double* weights,
  const double* moduli, const Elasticity material, const double* u, double* stresses)
{
  const std::int64_t cells = view.cells();
  forEach(
    context, cells * view.perCell, TRABECULA_LAMBDA(std::int64_t i) {
      const std::int64_t place = i % cells;
      const std::int64_t g = i / cells;
      std::int32_t c[3];
      view.cellAt(place, c);
      const std::int64_t list = view.classOfCell(c) * view.perCell + g;
      const double* base = u + 3 * view.nodeNumber(c);
      double h[9] = { 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0 };
      for (std::int64_t t = view.points.starts[list]; t < view.points.starts[list + 1]; ++t)
      {
        const double* un = base + 3 * std::int64_t(view.points.relative[t]);
        const double* gradient = view.points.gradients + 3 * t;
        TRABECULA_UNROLL
        for (int r = 0; r < 3; ++r)
        {
          for (int k = 0; k < 3; ++k)
          {
            h[3 * r + k] += un[r] * gradient[k];
          }
        }
      }
      const std::int64_t q = view.cellNumber(c) * view.perCell + g;
      double s[6];
      material.stressOf(h, moduli[q] * weights[q], s);
      for (int k = 0; k < 6; ++k)
      {
        stresses[(6 * g + k) * cells + place] = s[k];
      }
    });
}

template <class Space>
void latticeForces(
  const Context<Space>& context, const LatticeView view, const double* stresses, double* forces)
{
  const std::int64_t cells = view.cells();
  forEach(
    context, view.numberOfNodes(), TRABECULA_LAMBDA(std::int64_t place) {
      std::int32_t c[3];
      view.nodeAt(place, c);
      const std::int64_t list = view.classOfNode(c);
      const std::int64_t base = view.placeOfCell(c);
      double f[3] = { 0.0, 0.0, 0.0 };
      for (std::int64_t t = view.nodes.starts[list]; t < view.nodes.starts[list + 1]; ++t)
      {
        const double* at =
          stresses + 6 * view.nodes.pointInCell[t] * cells + base + view.nodes.relative[t];
        const double s[6] = { at[0], at[cells], at[2 * cells], at[3 * cells], at[4 * cells],
          at[5 * cells] };
        addForce(s, view.nodes.gradients + 3 * t, f);
      }
      double* force = forces + 3 * view.nodeNumber(c);
      for (int k = 0; k < 3; ++k)
      {
        force[k] = f[k];
      }
    });
}
}

template <class Space>
void MeshfreeLatticeOperator<Space>::product(const Vector<Space>& x, Vector<Space>& y)
{
  const Context<Space>& context = this->context();
  const LatticeView view = this->Table.view();
  detail::latticeStresses(context, view, this->Discretization->weights.data(), this->Moduli,
    this->Material, x.data(), this->Stresses.data());
  detail::latticeForces(context, view, this->Stresses.data(), y.data());
  this->Discretization->constraints.add(x.data(), y.data());
}

template class MeshfreeLatticeOperator<CompiledSpace>;
}
