#include "Optimization/Validation/MovedSupports.h"

#include <cmath>
#include <cstddef>
#include <utility>

namespace trabecula
{
namespace
{
/// The prescribed displacements of a problem in one direction.
class Direction
{
public:
  Direction(const ElasticConditions& conditions, bool springsHold,
    const std::vector<std::uint8_t>& isUsed, std::size_t axis)
    : Conditions(conditions), SpringsHold(springsHold), IsUsed(isUsed), Axis(axis)
  {
  }

  MovedSupports movedWith(double sign) const
  {
    MovedSupports moved;
    moved.name =
      std::string("PrescribedDisplacement in ") + (sign < 0.0 ? '-' : '+') + "xyz"[this->Axis];
    std::vector<std::int32_t> otherwise;
    double first = 0.0;
    for (std::size_t i = 0; i < this->IsUsed.size(); ++i)
    {
      const auto point = static_cast<std::int32_t>(i);
      if (!this->IsUsed[i])
      {
        continue;
      }
      if (this->isSupported(i) && sign * this->displacement(i) > 0.0)
      {
        moved.points.push_back(point);
        moved.magnitudes.push_back(std::abs(this->displacement(i)));
        first = moved.points.size() == 1 ? this->displacement(i) : first;
        if (this->displacement(i) != first)
        {
          otherwise.push_back(point);
        }
      }
      else if (this->isSupported(i) || this->hasSpring(i))
      {
        moved.heldBy.push_back(point);
      }
    }
    if (moved.heldBy.empty())
    {
      moved.heldBy = std::move(otherwise);
    }
    return moved;
  }

private:
  bool isSupported(std::size_t point) const
  {
    const std::size_t i = 3 * point + this->Axis;
    return i < this->Conditions.supports.size() && this->Conditions.supports[i] != 0;
  }
  double displacement(std::size_t point) const
  {
    return this->Conditions.prescribedDisplacement[3 * point + this->Axis];
  }
  bool hasSpring(std::size_t point) const
  {
    const std::size_t i = 3 * point + this->Axis;
    return this->SpringsHold && i < this->Conditions.springs.size() &&
      this->Conditions.springs[i] > 0.0;
  }

  const ElasticConditions& Conditions;
  bool SpringsHold;
  const std::vector<std::uint8_t>& IsUsed;
  std::size_t Axis;
};
}

std::vector<MovedSupports> movedSupports(const ElasticConditions& conditions,
  const DesignProblem& design, const std::vector<std::uint8_t>& isUsed)
{
  std::vector<MovedSupports> all;
  if (conditions.prescribedDisplacement.size() != 3 * isUsed.size())
  {
    return all; // there are none, or the validation reports the error
  }
  const bool springsHold = !hasOutput(design);
  for (std::size_t axis = 0; axis < 3; ++axis)
  {
    const Direction direction(conditions, springsHold, isUsed, axis);
    for (const double sign : { -1.0, 1.0 })
    {
      MovedSupports moved = direction.movedWith(sign);
      if (!moved.points.empty() && !moved.heldBy.empty())
      {
        all.push_back(std::move(moved));
      }
    }
  }
  return all;
}
}
