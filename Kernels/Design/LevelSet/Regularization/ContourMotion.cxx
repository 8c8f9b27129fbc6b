#include "Design/LevelSet/Regularization/ContourMotion.h"

#include "Mesh/Nurbs/NurbsQuadrature.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

namespace trabecula
{
namespace
{
/// Derivatives of the volume below this fraction of the largest one, which occur far from the
/// contour, are treated as zero.
constexpr double LeastVolumeDerivative = 1e-9;
/// Width of the band in mean element sizes, unless elements are small.
constexpr double BandElements = 5.0;
/// Tolerance on the volume fraction.
constexpr double VolumeTolerance = 1e-10;

/// Returns the edge of the square or cube of this area or volume.
double edgeOf(double measure, int dimension)
{
  return dimension == 2 ? std::sqrt(measure) : std::cbrt(measure);
}

/// Evaluates f(t) of ContourMotion.
double limitedStep(double t)
{
  return std::clamp(2.0 * (std::sqrt(std::max(0.0, t)) - 1.0), -1.0, 1.0);
}

/// The points of a lattice near a Greville point in one direction: the first one and the one past
/// the last within a distance, and the nearest one.
struct LatticeWindow
{
  std::size_t first;
  std::size_t last;
  std::size_t nearest;
};

/// Returns a window for each Greville point. @param part distance, in elements
std::vector<LatticeWindow> windowsOf(
  const NurbsPatch& patch, std::size_t direction, const std::vector<double>& places, double part)
{
  std::vector<LatticeWindow> windows;
  const double reach = part / patch.elements()[direction];
  for (const double greville : grevillePoints(patch.degrees[direction], patch.knots[direction]))
  {
    LatticeWindow window = { places.size(), 0, 0 };
    for (std::size_t i = 0; i < places.size(); ++i)
    {
      const double distance = std::abs(places[i] - greville);
      if (distance <= reach || places.size() == 1)
      {
        window.first = std::min(window.first, i);
        window.last = i + 1;
      }
      window.nearest = distance < std::abs(places[window.nearest] - greville) ? i : window.nearest;
    }
    windows.push_back(window);
  }
  return windows;
}
}

double ContourMotion::bandOf(const NurbsPatch& patch)
{
  constexpr double part = 0.1;
  return std::max(
    BandElements * meanElementSize(patch), part * edgeOf(measureOf(patch), patch.dimension));
}

ContourMotion::ContourMotion(const NurbsPatch& patch, const ContourMotionSettings& settings,
  const ContourConditions& conditions)
  : Patch(patch), Settings(settings), Conditions(conditions), ElementSize(meanElementSize(patch)),
    Extent(edgeOf(measureOf(patch), patch.dimension)), Band(bandOf(patch)),
    Samples(samplesWithin(patch, patch.dimension == 3 ? 2 : 4)), Distance(patch, this->Band),
    Perimeter(patch, settings.perimeterWidth * this->Band / BandElements),
    Extension(patch, settings.extension * this->Band / BandElements)
{
}

ContourMotion::Drivers ContourMotion::driversOf(const std::vector<double>& levelSet,
  const std::vector<std::uint8_t>& isFree, double weight, std::vector<double> ofCompliance,
  std::vector<double> ofVolume) const
{
  Drivers drivers;
  std::vector<double> ofPerimeter;
  this->Perimeter.evaluate(levelSet, &ofPerimeter);
  for (std::size_t i = 0; i < levelSet.size(); ++i)
  {
    ofCompliance[i] = isFree[i] ? -ofCompliance[i] : 0.0;
    ofVolume[i] = isFree[i] ? ofVolume[i] : 0.0;
    ofPerimeter[i] = isFree[i] ? ofPerimeter[i] : 0.0;
  }
  this->Extension.apply(ofCompliance);
  this->Extension.apply(ofVolume);
  this->Extension.apply(ofPerimeter);
  const double least = LeastVolumeDerivative * *std::max_element(ofVolume.begin(), ofVolume.end());
  drivers.energies.assign(levelSet.size(), 0.0);
  drivers.curvatures.assign(levelSet.size(), 0.0);
  for (std::size_t i = 0; i < levelSet.size(); ++i)
  {
    if (ofVolume[i] > least)
    {
      drivers.energies[i] = std::max(0.0, ofCompliance[i] / ofVolume[i]);
      drivers.curvatures[i] = weight * ofPerimeter[i] / ofVolume[i];
      drivers.largest = std::max(drivers.largest, drivers.energies[i]);
    }
  }
  return drivers;
}

std::vector<double> ContourMotion::step(const std::vector<double>& base,
  const std::vector<std::uint8_t>& moves, const Drivers& drivers, double part, double target,
  const VolumeOf& volumeOf) const
{
  const double band = this->Band;
  const double length = part * 2.0 * band * this->Settings.moveLimit;
  std::vector<double> result(base.size());
  const auto excessOf = [&](double logarithm)
  {
    const double multiplier = std::exp(logarithm);
    for (std::size_t i = 0; i < base.size(); ++i)
    {
      const double way =
        moves[i] ? limitedStep(drivers.energies[i] / multiplier - drivers.curvatures[i]) : 0.0;
      result[i] = std::clamp(base[i] + length * way, -band, band);
    }
    return volumeOf(result) - target;
  };
  if (!(drivers.largest > 0.0))
  {
    return base;
  }
  double low = std::log(drivers.largest) - 30.0; // here the volume is above the target
  double high = std::log(drivers.largest) + 10.0;
  double excessLow = excessOf(low);
  double excessHigh = excessOf(high);
  if (excessLow <= 0.0)
  {
    excessOf(low);
    return result;
  }
  // The regula falsi with halved weights (the Illinois algorithm) is stopped when the volume is at
  // most the target.
  constexpr int mostSteps = 80;
  int side = 0;
  for (int trial = 0; trial < mostSteps && excessHigh < -VolumeTolerance; ++trial)
  {
    double next = (excessLow * high - excessHigh * low) / (excessLow - excessHigh);
    next = trial % 3 == 2 ? 0.5 * (low + high) : next;
    if (!(next > low && next < high))
    {
      break;
    }
    const double excess = excessOf(next);
    if (excess > 0.0)
    {
      low = next;
      excessLow = excess;
      excessHigh *= side == 1 ? 0.5 : 1.0;
      side = 1;
    }
    else
    {
      high = next;
      excessHigh = excess;
      excessLow *= side == -1 ? 0.5 : 1.0;
      side = -1;
    }
  }
  excessOf(high);
  return result;
}

bool ContourMotion::removePieces(std::vector<double>& levelSet,
  const std::vector<std::uint8_t>& isFree, std::vector<std::uint8_t>& moves) const
{
  const PatchLattice lattice = sampleLevelSet(this->Patch, levelSet, this->Samples);
  const PatchPieces pieces = findPieces(lattice);
  if (pieces.count() < 2)
  {
    return false;
  }
  const std::vector<std::uint8_t> carries =
    piecesAt(this->Patch, lattice, pieces, this->Conditions.isLoaded);
  const auto kept = std::count(carries.begin(), carries.end(), 1);
  if (kept == 0 || kept == static_cast<std::ptrdiff_t>(carries.size()))
  {
    return false;
  }
  constexpr double reach = 0.75;
  std::array<std::vector<LatticeWindow>, 3> windows;
  for (std::size_t k = 0; k < 3; ++k)
  {
    windows[k] = windowsOf(this->Patch, k, lattice.places[k], reach);
  }
  const auto labelOf = [&](std::size_t a, std::size_t b, std::size_t c)
  { return pieces.labels[a + lattice.size(0) * (b + lattice.size(1) * c)]; };
  bool any = false;
  for (std::size_t i = 0; i < levelSet.size(); ++i)
  {
    const LatticeWindow& x = windows[0][i % windows[0].size()];
    const LatticeWindow& y = windows[1][i / windows[0].size() % windows[1].size()];
    const LatticeWindow& z = windows[2][i / windows[0].size() / windows[1].size()];
    const std::int32_t here = labelOf(x.nearest, y.nearest, z.nearest);
    if (!isFree[i] || (here != PatchPieces::Outside && carries[static_cast<std::size_t>(here)]))
    {
      continue;
    }
    bool isLoose = false;
    for (std::size_t c = z.first; c < z.last; ++c)
    {
      for (std::size_t b = y.first; b < y.last; ++b)
      {
        for (std::size_t a = x.first; a < x.last; ++a)
        {
          const std::int32_t piece = labelOf(a, b, c);
          isLoose =
            isLoose || (piece != PatchPieces::Outside && !carries[static_cast<std::size_t>(piece)]);
        }
      }
    }
    if (isLoose)
    {
      any = any || moves[i] != 0;
      moves[i] = 0;
      levelSet[i] = std::min(levelSet[i], -this->ElementSize);
    }
  }
  return any;
}

bool ContourMotion::isConnected(const std::vector<double>& levelSet) const
{
  const PatchLattice lattice = sampleLevelSet(this->Patch, levelSet, this->Samples);
  const PatchPieces pieces = findPieces(lattice);
  const std::vector<std::uint8_t> carries =
    piecesAt(this->Patch, lattice, pieces, this->Conditions.isLoaded);
  const std::vector<std::uint8_t> stands =
    piecesAt(this->Patch, lattice, pieces, this->Conditions.isHeld);
  for (std::size_t i = 0; i < pieces.count(); ++i)
  {
    if (carries[i] && stands[i])
    {
      return true;
    }
  }
  return false;
}

std::vector<double> ContourMotion::stepInOnePiece(std::vector<double> base,
  const std::vector<std::uint8_t>& isFree, std::vector<std::uint8_t> moves, const Drivers& drivers,
  double part, double target, const VolumeOf& volumeOf) const
{
  std::vector<double> result = this->step(base, moves, drivers, part, target, volumeOf);
  constexpr int most = 4;
  for (int round = 0; round < most; ++round)
  {
    std::vector<double> trial = result;
    if (!this->removePieces(trial, isFree, moves))
    {
      break;
    }
    for (std::size_t i = 0; i < base.size(); ++i)
    {
      base[i] = isFree[i] && !moves[i] ? std::min(base[i], trial[i]) : base[i];
    }
    result = this->step(base, moves, drivers, part, target, volumeOf);
  }
  return result;
}

std::vector<double> ContourMotion::next(const std::vector<double>& levelSet,
  const std::vector<std::uint8_t>& isFree, std::vector<double> ofCompliance,
  std::vector<double> ofVolume, double target, const VolumeOf& volumeOf) const
{
  const bool isEarly = target > this->Settings.volumeFraction;
  const double weight =
    this->Settings.perimeterWeight * this->Extent * (isEarly ? this->Settings.earlyPerimeter : 1.0);
  const Drivers drivers =
    this->driversOf(levelSet, isFree, weight, std::move(ofCompliance), std::move(ofVolume));
  std::vector<double> base = this->Distance.coefficients(levelSet, this->Settings.rounding);
  for (std::size_t i = 0; i < base.size(); ++i)
  {
    base[i] = isFree[i] ? base[i] : levelSet[i];
  }
  std::vector<std::uint8_t> moves = isFree;
  if (target < this->Settings.volumeFraction || !this->isConnected(levelSet))
  {
    // Pieces are kept, as they may still join.
    return this->step(base, moves, drivers, 1.0, target, volumeOf);
  }
  this->removePieces(base, isFree, moves);
  std::vector<double> result =
    this->stepInOnePiece(base, isFree, moves, drivers, 1.0, target, volumeOf);
  if (this->isConnected(result))
  {
    return result;
  }
  // The step would disconnect the loads. Shorter steps are tried, which lead only part of the way
  // to the target volume.
  const double present = volumeOf(levelSet);
  constexpr double shortest = 0.1;
  for (double length = 0.5; length > shortest; length *= 0.5)
  {
    result = this->stepInOnePiece(
      base, isFree, moves, drivers, length, present + length * (target - present), volumeOf);
    if (this->isConnected(result))
    {
      break;
    }
  }
  return result;
}
}
