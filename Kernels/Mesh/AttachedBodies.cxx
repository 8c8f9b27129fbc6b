#include "Mesh/AttachedBodies.h"

#include "Core/SymmetricEigen.h"

#include <algorithm>
#include <cmath>

namespace trabecula
{
BodiesAfterParts::BodiesAfterParts(
  const AttachedBodies& bodies, const std::vector<double>& points, std::int32_t parts)
  : Attached(bodies)
{
  const std::vector<std::int32_t>& numbers = bodies.numbers;
  for (std::size_t i = 0; i < numbers.size(); i += 3)
  {
    if (numbers[i] != 0)
    {
      Body& body = this->Bodies[numbers[i]];
      ++body.nodes;
      for (std::size_t c = 0; c < 3; ++c)
      {
        body.centre[c] += points[i + c];
      }
    }
  }
  for (auto& entry : this->Bodies)
  {
    Body& body = entry.second;
    body.index = parts++;
    for (double& c : body.centre)
    {
      c /= static_cast<double>(body.nodes);
    }
  }
  for (std::size_t i = 0; i < numbers.size(); i += 3)
  {
    if (numbers[i] != 0)
    {
      Body& body = this->Bodies[numbers[i]];
      std::array<double, 3> r{};
      double square = 0.0;
      for (std::size_t c = 0; c < 3; ++c)
      {
        r[c] = points[i + c] - body.centre[c];
        square += r[c] * r[c];
      }
      body.radius = std::max(body.radius, std::sqrt(square));
      for (std::size_t k = 0; k < 9; ++k)
      {
        body.inertia[k] += (k % 4 == 0 ? square : 0.0) - r[k / 3] * r[k % 3];
      }
    }
  }
}

void BodiesAfterParts::addTo(
  std::vector<std::array<double, 3>>& centres, std::vector<double>& radii) const
{
  for (const auto& [number, body] : this->Bodies)
  {
    centres.push_back(body.centre);
    radii.push_back(body.radius > 0.0 ? body.radius : 1.0);
  }
}

void BodiesAfterParts::hold(RigidBodyMotions& motions) const
{
  constexpr double Vanishing = 1e-12;
  for (const auto& [number, body] : this->Bodies)
  {
    const SymmetricEigen eigen = symmetricEigen(body.inertia.data(), 3);
    for (std::size_t k = 0; k < 3; ++k)
    {
      if (!(eigen.values[k] > Vanishing * eigen.values[2]))
      {
        const double* axis = eigen.vector(k);
        motions.hold(RigidBodyMotions::Combination{
          body.index, body.centre, {}, { axis[0], axis[1], axis[2] } });
      }
    }
  }
  for (RigidBodyMotions::Combination held : this->Attached.held)
  {
    const auto body = this->Bodies.find(held.body);
    if (body != this->Bodies.end())
    {
      held.body = body->second.index;
      motions.hold(held);
    }
  }
}

std::int32_t BodiesAfterParts::bodyOf(std::int32_t node) const
{
  const std::vector<std::int32_t>& numbers = this->Attached.numbers;
  const std::int32_t number = numbers.empty() ? 0 : numbers[3 * static_cast<std::size_t>(node)];
  return number == 0 ? -1 : this->Bodies.find(number)->second.index;
}
}
