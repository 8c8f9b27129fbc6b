#include "Design/Stage/Sweep/DrawDirection.h"

#include "Core/Parallel.h"
#include "Core/Requirements.h"

#include <cmath>

namespace trabecula
{
namespace detail
{
/// The columns of a mould, in two halves, and the map of a density to t.
struct Mould
{
  LayerTable table;
  std::int64_t plane;
  double lowest;
  const std::uint8_t* isDesign;
  const double* fixed;

  static constexpr double Delta = 1e-6;

  /// Calls visit(site) for the sites of half a column from the parting plane outwards, or inwards.
  template <class Visit>
  TRABECULA_FUNCTION void visit(std::int64_t half, bool isInwards, Visit visit) const
  {
    const std::int64_t column = half / 2;
    const bool isUpper = half % 2 == 0;
    const std::int64_t count = isUpper ? this->table.layers - this->plane : this->plane;
    for (std::int64_t i = 0; i < count; ++i)
    {
      const std::int64_t k = isInwards ? count - 1 - i : i;
      const std::int64_t site =
        this->table.at(isUpper ? this->plane + k : this->plane - 1 - k, column);
      if (site >= 0)
      {
        visit(site);
      }
    }
  }
  TRABECULA_FUNCTION std::int64_t halves() const { return 2 * this->table.columns; }
  /// Returns x' of a site.
  TRABECULA_FUNCTION double inside(const double* x, std::int64_t site) const
  {
    const double density = this->isDesign[site] ? x[site] : this->fixed[site];
    const double relative = (density - this->lowest) / (1.0 - this->lowest);
    // Earlier stages and rounding may leave the range by a little.
    const double bounded = relative > 0.0 ? (relative < 1.0 ? relative : 1.0) : 0.0;
    return Delta + (1.0 - 2.0 * Delta) * bounded;
  }
};

TRABECULA_FUNCTION double powerOfEight(double t)
{
  const double square = t * t;
  return square * square * square * square;
}

TRABECULA_FUNCTION double rootOfEight(double s)
{
  return sqrt(sqrt(sqrt(s)));
}

/// Computes the densities of drawn columns.
template <class Space>
void drawColumns(const Context<Space>& context, const Mould mould, const double* x, double* y)
{
  forEach(
    context, mould.halves(), TRABECULA_LAMBDA(std::int64_t half) {
      double sum = 0.0;
      mould.visit(half, false,
        [&](std::int64_t site)
        {
          const double inside = mould.inside(x, site);
          sum += powerOfEight((1.0 - inside) / inside);
          y[site] = mould.isDesign[site]
            ? mould.lowest + (1.0 - mould.lowest) / (1.0 + rootOfEight(sum))
            : mould.fixed[site];
        });
    });
}

/// The transposed derivative at x. @param sums memory for a number for each site
template <class Space>
void drawColumnsTransposed(const Context<Space>& context, const Mould mould, const double* x,
  const double* ofY, double* sums, double* ofX)
{
  forEach(
    context, mould.halves(), TRABECULA_LAMBDA(std::int64_t half) {
      double sum = 0.0;
      mould.visit(half, false,
        [&](std::int64_t site)
        {
          const double inside = mould.inside(x, site);
          sum += powerOfEight((1.0 - inside) / inside);
          sums[site] = sum;
        });
      // The sum over the sites outside of this one, and this one.
      double outside = 0.0;
      mould.visit(half, true,
        [&](std::int64_t site)
        {
          const double root = rootOfEight(sums[site]);
          const double density = 1.0 / (1.0 + root);
          outside += mould.isDesign[site] && root > 0.0
            ? ofY[site] * density * density * root / sums[site]
            : 0.0;
          const double inside = mould.inside(x, site);
          const double t = (1.0 - inside) / inside;
          const double square = t * t;
          ofX[site] = mould.isDesign[site] ? outside * square * square * square * t *
              (1.0 - 2.0 * Mould::Delta) / (inside * inside)
                                           : 0.0;
        });
    });
}

/// Returns the number of fixed sites that are solid outside of fixed void.
template <class Space>
double countUndercuts(const Context<Space>& context, const Mould mould)
{
  return context
    .reduce(
      mould.halves(), Sums<1>{},
      TRABECULA_LAMBDA(std::int64_t half) {
        Sums<1> count;
        bool isBlocked = false;
        mould.visit(half, false,
          [&](std::int64_t site)
          {
            if (!mould.isDesign[site])
            {
              const bool isSolid = mould.fixed[site] > 0.5;
              count.v[0] += isSolid && isBlocked ? 1.0 : 0.0;
              isBlocked = isBlocked || !isSolid;
            }
          });
        return count;
      },
      AddSums())
    .v[0];
}
}

template <class Space>
DrawDirection<Space>::DrawDirection(const ChainSettings& settings, const DesignSites<Space>& sites)
  : Grid(sites,
      unitVector(settings.stages.draw.direction, settings.stages.draw.vector, "Draw Direction"),
      "Draw Direction"),
    Lowest(settings.lowestDensity),
    Plane(
      std::llround(settings.stages.draw.partingPlane * static_cast<double>(this->Grid.layers()))),
    IsDesign(sites.isDesign.data()), Fixed(sites.variables.data())
{
  const double undercuts = detail::countUndercuts(sites.positions.context(),
    detail::Mould{ this->Grid.table(), this->Plane, this->Lowest, this->IsDesign, this->Fixed });
  if (undercuts > 0.0)
  {
    fail("Draw Direction: ", undercuts,
      " elements that are fixed as solid have elements that are fixed as void between them and the "
      "parting plane, so that no mould can be drawn off. Move the Parting Plane, choose another "
      "direction, or change the design regions.");
  }
}

template <class Space>
void DrawDirection<Space>::forward(const Vector<Space>& x, Vector<Space>& y)
{
  detail::drawColumns(x.context(),
    detail::Mould{ this->Grid.table(), this->Plane, this->Lowest, this->IsDesign, this->Fixed },
    x.data(), y.data());
}

template <class Space>
void DrawDirection<Space>::backward(
  const Vector<Space>& x, const Vector<Space>& ofOutput, Vector<Space>& ofInput)
{
  LeasedVector<Space> sums(ofInput.layoutPointer());
  detail::drawColumnsTransposed(x.context(),
    detail::Mould{ this->Grid.table(), this->Plane, this->Lowest, this->IsDesign, this->Fixed },
    x.data(), ofOutput.data(), sums.data(), ofInput.data());
}

template class DrawDirection<CompiledSpace>;

#ifndef __CUDACC__
std::vector<StageSetting> DrawDirectionKind::settings()
{
  using Stages = StageSettings;
  constexpr double last = 7.0;
  return {
    { "DrawDirection", "Draw Direction",
      [](const Stages& s) { return static_cast<double>(s.draw.direction); },
      [](Stages& s, double value)
      { s.draw.direction = static_cast<AxisDirection>(static_cast<int>(value)); },
      0.0, last, false, { "Off", "+X", "-X", "+Y", "-Y", "+Z", "-Z", "Vector" } },
    { "PartingPlane", "Parting Plane", [](const Stages& s) { return s.draw.partingPlane; },
      [](Stages& s, double value) { s.draw.partingPlane = value; }, 0.0, 1.0 },
    { "DrawVectorX", "Draw Vector, X", [](const Stages& s) { return s.draw.vector[0]; },
      [](Stages& s, double value) { s.draw.vector[0] = value; } },
    { "DrawVectorY", "Draw Vector, Y", [](const Stages& s) { return s.draw.vector[1]; },
      [](Stages& s, double value) { s.draw.vector[1] = value; } },
    { "DrawVectorZ", "Draw Vector, Z", [](const Stages& s) { return s.draw.vector[2]; },
      [](Stages& s, double value) { s.draw.vector[2] = value; } },
  };
}
#endif
}
