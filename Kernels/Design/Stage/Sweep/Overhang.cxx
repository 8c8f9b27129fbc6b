#include "Design/Stage/Sweep/Overhang.h"

#include "Core/Parallel.h"

#include <cmath>

namespace trabecula
{
namespace detail
{
/// Sites that are printed layer by layer.
struct PrintedLayers
{
  LayerTable table;
  const std::uint8_t* attached; ///< null: none but the first layer
  double lowest;
  const std::uint8_t* isDesign;
  const double* fixed;

  static constexpr double P = 40.0;               ///< see toP()
  static constexpr double Q = 37.678071905112634; ///< P + ln 5 / ln 1/2
  static constexpr double Epsilon = 1e-4;

  /// Returns values to the powers P and P - 1, by products, as pow() takes longer than all else;
  /// other powers are by logarithms, whose errors of 1e-14 do not matter.
  TRABECULA_FUNCTION static double toP(double value)
  {
    const double fourth = value * value * value * value;
    const double eighth = fourth * fourth;
    const double sixteenth = eighth * eighth;
    return sixteenth * sixteenth * eighth;
  }
  TRABECULA_FUNCTION static double toOneLessThanP(double value)
  {
    const double cube = value * value * value;
    const double fourth = cube * value;
    const double sixteenth = fourth * fourth * fourth * fourth;
    return sixteenth * sixteenth * fourth * cube;
  }
  TRABECULA_FUNCTION bool needsSupport(std::int64_t layer, std::int64_t site) const
  {
    return layer > 0 && !(this->attached && this->attached[site]);
  }
  TRABECULA_FUNCTION double relative(double density) const
  {
    return (density - this->lowest) / (1.0 - this->lowest);
  }
  TRABECULA_FUNCTION double density(double relative) const
  {
    return this->lowest + (1.0 - this->lowest) * relative;
  }
  /// Returns the smooth minimum of a wanted relative density and Xi, unless no support is needed.
  TRABECULA_FUNCTION static double least(double wanted, double top)
  {
    if (!(top >= 0.0))
    {
      return wanted;
    }
    const double d = wanted - top;
    return 0.5 * (wanted + top - sqrt(d * d + Epsilon) + sqrt(Epsilon));
  }
  /// Returns the largest relative density among the five sites below.
  TRABECULA_FUNCTION double largestBelow(
    const double* printed, std::int64_t layer, std::int64_t column) const
  {
    double most = 0.0;
    this->table.visitCross(layer - 1, column,
      [&](std::int64_t below)
      {
        const double value = this->relative(printed[below]);
        most = value > most ? value : most;
      });
    return most;
  }
  /// Returns Xi, from densities relative to the largest of them, so that powers do not underflow.
  TRABECULA_FUNCTION double support(
    const double* printed, std::int64_t layer, std::int64_t column) const
  {
    const double most = this->largestBelow(printed, layer, column);
    if (!(most > 0.0))
    {
      return 0.0;
    }
    double sum = 0.0;
    this->table.visitCross(layer - 1, column,
      [&](std::int64_t below)
      {
        const double value = this->relative(printed[below]);
        sum += value > 0.0 ? toP(value / most) : 0.0;
      });
    return exp2((P * log2(most) + log2(sum)) / Q);
  }
};

/// Xi of sites that need no support.
constexpr double NoSupport = -1.0;

/// Computes the densities of a layer, and Xi of its sites, from the densities of the layer below.
template <class Space>
void printLayer(const Context<Space>& context, const PrintedLayers part, std::int64_t layer,
  const double* x, double* printed, double* tops)
{
  forEach(
    context, part.table.columns, TRABECULA_LAMBDA(std::int64_t column) {
      const std::int64_t site = part.table.at(layer, column);
      if (site < 0)
      {
        return;
      }
      const bool isFixed = !part.isDesign[site];
      const double top = isFixed || !part.needsSupport(layer, site)
        ? NoSupport
        : part.support(printed, layer, column);
      tops[site] = top;
      printed[site] = isFixed ? part.fixed[site]
        : top < 0.0           ? x[site]
                              : part.density(PrintedLayers::least(part.relative(x[site]), top));
    });
}

/// Densities of all sites, from Xi.
template <class Space>
void printFromTops(const Context<Space>& context, const PrintedLayers part, std::int64_t n,
  const double* x, const double* tops, double* printed)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t site) {
      printed[site] = !part.isDesign[site]
        ? part.fixed[site]
        : part.density(PrintedLayers::least(part.relative(x[site]), tops[site]));
    });
}

/// Adds to the derivatives of a layer those of the layer above it, and computes the derivatives by
/// the variables of the layer.
/// @param tops Xi of each site
/// @param shares derivative of each site by Xi, times that of Xi by a power of a density below; of
/// the layer above as input, of this layer as output
/// @param ofPrinted derivatives by printed densities
template <class Space>
void printLayerTransposed(const Context<Space>& context, const PrintedLayers part,
  std::int64_t layer, const double* x, const double* tops, const double* ofPrinted, double* shares,
  double* ofX)
{
  forEach(
    context, part.table.columns, TRABECULA_LAMBDA(std::int64_t column) {
      const std::int64_t site = part.table.at(layer, column);
      if (site < 0)
      {
        return;
      }
      shares[site] = 0.0;
      ofX[site] = 0.0;
      if (!part.isDesign[site])
      {
        return;
      }
      double all = ofPrinted[site];
      const double top = tops[site];
      const double wanted = part.relative(x[site]);
      const double own = PrintedLayers::least(wanted, top);
      if (layer + 1 < part.table.layers && own > 0.0)
      {
        // The cross is symmetric: this site supports those from which it is seen.
        part.table.visitCross(layer + 1, column,
          [&](std::int64_t above)
          {
            if (tops[above] > 0.0)
            {
              all += shares[above] * PrintedLayers::toOneLessThanP(own / tops[above]);
            }
          });
      }
      if (top < 0.0)
      {
        ofX[site] = all;
        return;
      }
      const double d = wanted - top;
      const double slope = d / sqrt(d * d + PrintedLayers::Epsilon);
      ofX[site] = 0.5 * all * (1.0 - slope);
      shares[site] = top > 0.0 ? 0.5 * all * (1.0 + slope) * (PrintedLayers::P / PrintedLayers::Q) *
          exp2((PrintedLayers::P - PrintedLayers::Q) * log2(top))
                               : 0.0;
    });
}

/// See Overhang::columnValues().
template <class Space>
double countUnsupported(
  const Context<Space>& context, const PrintedLayers part, const double* printed)
{
  constexpr double dense = 0.5;
  constexpr double supporting = 0.49;
  return context
    .reduce(
      part.table.columns, Sums<1>{},
      TRABECULA_LAMBDA(std::int64_t column) {
        Sums<1> count;
        for (std::int64_t layer = 1; layer < part.table.layers; ++layer)
        {
          const std::int64_t site = part.table.at(layer, column);
          if (site >= 0 && part.needsSupport(layer, site) && part.relative(printed[site]) > dense &&
            part.largestBelow(printed, layer, column) < supporting)
          {
            count.v[0] += 1.0;
          }
        }
        return count;
      },
      AddSums())
    .v[0];
}
}

template <class Space>
detail::PrintedLayers Overhang<Space>::part() const
{
  return { this->Grid.table(), this->Attached.data(), this->Lowest, this->IsDesign, this->Fixed };
}

template <class Space>
void Overhang<Space>::forward(const Vector<Space>& x, Vector<Space>& y)
{
  const detail::PrintedLayers part = this->part();
  for (std::int64_t layer = 0; layer < part.table.layers; ++layer)
  {
    detail::printLayer(x.context(), part, layer, x.data(), y.data(), this->NextTops.data());
  }
}

template <class Space>
void Overhang<Space>::updateColumns(const Vector<Space>& x)
{
  LeasedVector<Space> printed(x.layoutPointer());
  detail::printFromTops(
    x.context(), this->part(), x.size(), x.data(), this->Tops.data(), printed.data());
  this->Unsupported = detail::countUnsupported(x.context(), this->part(), printed.data());
}

template <class Space>
void Overhang<Space>::backward(
  const Vector<Space>& x, const Vector<Space>& ofOutput, Vector<Space>& ofInput)
{
  const detail::PrintedLayers part = this->part();
  LeasedVector<Space> shares(ofInput.layoutPointer());
  for (std::int64_t layer = part.table.layers; layer-- > 0;)
  {
    detail::printLayerTransposed(x.context(), part, layer, x.data(), this->Tops.data(),
      ofOutput.data(), shares.data(), ofInput.data());
  }
}

template class Overhang<CompiledSpace>;

#ifndef __CUDACC__
std::vector<StageSetting> OverhangKind::settings()
{
  using Stages = StageSettings;
  constexpr double last = 7.0;
  constexpr double flattest = 15.0; // degrees
  constexpr double steepest = 75.0;
  return {
    { "BuildDirection", "Build Direction",
      [](const Stages& s) { return static_cast<double>(s.overhang.direction); },
      [](Stages& s, double value)
      { s.overhang.direction = static_cast<AxisDirection>(static_cast<int>(value)); },
      0.0, last, false, { "Off", "+X", "-X", "+Y", "-Y", "+Z", "-Z", "Vector" } },
    { "BuildVectorX", "Build Vector, X", [](const Stages& s) { return s.overhang.vector[0]; },
      [](Stages& s, double value) { s.overhang.vector[0] = value; } },
    { "BuildVectorY", "Build Vector, Y", [](const Stages& s) { return s.overhang.vector[1]; },
      [](Stages& s, double value) { s.overhang.vector[1] = value; } },
    { "BuildVectorZ", "Build Vector, Z", [](const Stages& s) { return s.overhang.vector[2]; },
      [](Stages& s, double value) { s.overhang.vector[2] = value; } },
    { "OverhangAngle", "Overhang Angle", [](const Stages& s) { return s.overhang.angle; },
      [](Stages& s, double value) { s.overhang.angle = value; }, flattest, steepest },
    { "AttachedSide", "Attached Side",
      [](const Stages& s) { return static_cast<double>(s.overhang.attachedSide); },
      [](Stages& s, double value)
      { s.overhang.attachedSide = static_cast<AxisDirection>(static_cast<int>(value)); },
      0.0, last - 1.0, false, { "First Layer", "+X", "-X", "+Y", "-Y", "+Z", "-Z" } },
  };
}
#endif
}
