#include "Mesh/RigidBodyMotions.h"

#include "Core/SymmetricEigen.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <numeric>

namespace trabecula
{
namespace
{
/// Relative tolerance of squared motions: motions below a millionth of the largest are not
/// supported.
constexpr double LeastSquare = 1e-12;
/// Squared singular values below this value are rounding errors.
constexpr double Vanishing = 1e-12;

using Row = std::array<double, 6>;
/// Motions of all bodies, six numbers each, which are orthonormal.
using Motions = std::vector<std::vector<double>>;

/// Returns the coefficients of one component in t and w, if a body moves by t + w x (p - centre) /
/// radius.
Row coefficients(
  const RigidBodyMotions::Component& component, const std::array<double, 3>& centre, double radius)
{
  const auto c = static_cast<std::size_t>(component.direction);
  const std::size_t next = (c + 1) % 3;
  const std::size_t last = (c + 2) % 3;
  Row row = {};
  row[c] = 1.0;
  row[3 + next] = (component.point[last] - centre[last]) / radius;
  row[3 + last] = -(component.point[next] - centre[next]) / radius;
  return row;
}

double norm(const double* v, std::size_t n)
{
  double square = 0.0;
  for (std::size_t i = 0; i < n; ++i)
  {
    square += v[i] * v[i];
  }
  return std::sqrt(square);
}

/// A basis of the motions that satisfy all conditions.
Motions motionsWithout(std::size_t size, const std::vector<double>& gram)
{
  Motions motions;
  if (size == 0)
  {
    return motions;
  }
  const SymmetricEigen eigen = symmetricEigen(gram.data(), size);
  const double threshold = LeastSquare * std::max(1.0, eigen.values.back());
  for (std::size_t k = 0; k < size && eigen.values[k] < threshold; ++k)
  {
    motions.emplace_back(eigen.vector(k), eigen.vector(k) + size);
  }
  return motions;
}

/// The orthogonal complement of a direction in the span of motions. The direction is given by its
/// coefficients in the basis of motions; a Householder reflection maps it to the first basis
/// vector, which is dropped.
Motions across(const Motions& motions, const std::vector<double>& direction)
{
  std::vector<double> v = direction;
  v[0] += std::copysign(norm(v.data(), v.size()), v[0]);
  const double length = norm(v.data(), v.size());
  std::vector<double> image(motions[0].size(), 0.0);
  for (std::size_t k = 0; k < motions.size(); ++k)
  {
    v[k] /= length;
    for (std::size_t i = 0; i < image.size(); ++i)
    {
      image[i] += motions[k][i] * v[k];
    }
  }
  Motions result(motions.begin() + 1, motions.end());
  for (std::size_t k = 0; k < result.size(); ++k)
  {
    for (std::size_t i = 0; i < image.size(); ++i)
    {
      result[k][i] -= 2.0 * v[k + 1] * image[i];
    }
  }
  return result;
}

/// An orthonormal basis of the span of vectors of n numbers each, in the order of descending
/// singular values.
Motions spanOf(const Motions& vectors, std::size_t first, std::size_t n)
{
  std::vector<double> gram(n * n, 0.0);
  for (const std::vector<double>& v : vectors)
  {
    for (std::size_t i = 0; i < n * n; ++i)
    {
      gram[i] += v[first + i / n] * v[first + i % n];
    }
  }
  const SymmetricEigen eigen = symmetricEigen(gram.data(), n);
  Motions span;
  for (std::size_t k = n; k-- > 0 && eigen.values[k] > Vanishing;)
  {
    span.emplace_back(eigen.vector(k), eigen.vector(k) + n);
  }
  return span;
}

/// Whether a span contains the unit vector of the given index.
bool contains(const Motions& span, std::size_t unit, std::size_t n)
{
  std::vector<double> rest(n, 0.0);
  rest[unit] = -1.0;
  for (const std::vector<double>& v : span)
  {
    for (std::size_t i = 0; i < n; ++i)
    {
      rest[i] += v[unit] * v[i];
    }
  }
  return norm(rest.data(), n) < 1e-5;
}

/// A direction as the text of an axis, with its largest component positive.
std::string axisText(const double* v)
{
  const double length = norm(v, 3);
  const double* largest =
    std::max_element(v, v + 3, [](double a, double b) { return std::abs(a) < std::abs(b); });
  const double scale = std::copysign(1.0 / length, *largest);
  char text[96];
  std::snprintf(text, sizeof(text), "(%.3g, %.3g, %.3g)", v[0] * scale, v[1] * scale, v[2] * scale);
  return text;
}

std::string join(const std::vector<std::string>& items)
{
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i)
  {
    text += (i == 0 ? "" : i + 1 < items.size() ? ", " : " and ") + items[i];
  }
  return text;
}

/// Names the free motions of one body, whose six components begin at first in each motion.
std::string nameMotions(const Motions& ofAll, std::size_t first)
{
  const Motions motions = spanOf(ofAll, first, 6);
  const Motions rotations = spanOf(motions, 3, 3);
  std::vector<std::string> names;
  for (std::size_t c = 0; c < 3; ++c)
  {
    if (contains(motions, c, 6))
    {
      names.push_back(std::string("translation in ") + "xyz"[c]);
    }
  }
  for (std::size_t c = 0; c < 3; ++c)
  {
    if (contains(rotations, c, 3))
    {
      names.push_back(std::string("rotation about an axis along ") + "xyz"[c]);
    }
  }
  if (names.empty())
  {
    const double* motion = motions[0].data();
    names.push_back(norm(motion + 3, 3) > 1e-6
        ? "rotation about an axis along " + axisText(motion + 3)
        : "translation along " + axisText(motion));
  }
  return join(names);
}
}

RigidBodyMotions::RigidBodyMotions(
  const std::vector<std::array<double, 3>>& centres, const std::vector<double>& radii)
  : Centres(centres), Radii(radii), Size(6 * centres.size()), Gram(Size * Size, 0.0)
{
}

void RigidBodyMotions::add(
  const std::vector<std::size_t>& places, const std::vector<double>& values)
{
  for (std::size_t i = 0; i < places.size(); ++i)
  {
    for (std::size_t j = 0; j < places.size(); ++j)
    {
      this->Gram[places[i] * this->Size + places[j]] += values[i] * values[j];
    }
  }
}

void RigidBodyMotions::hold(const Component& component)
{
  const auto body = static_cast<std::size_t>(component.body);
  const Row row = coefficients(component, this->Centres[body], this->Radii[body]);
  for (std::size_t i = 0; i < 6; ++i)
  {
    double* to = this->Gram.data() + (6 * body + i) * this->Size + 6 * body;
    for (std::size_t j = 0; j < 6; ++j)
    {
      to[j] += row[i] * row[j];
    }
  }
}

void RigidBodyMotions::join(
  std::int32_t first, std::int32_t second, const std::array<double, 3>& point)
{
  for (int direction = 0; direction < 3; ++direction)
  {
    std::vector<std::size_t> places;
    std::vector<double> values;
    for (const std::int32_t body : { first, second })
    {
      const auto b = static_cast<std::size_t>(body);
      const Row row = coefficients({ body, direction, point }, this->Centres[b], this->Radii[b]);
      for (std::size_t i = 0; i < 6; ++i)
      {
        places.push_back(6 * b + i);
        values.push_back((body == first ? 1.0 : -1.0) * row[i]);
      }
    }
    this->add(places, values);
  }
}

void RigidBodyMotions::holdRotation(std::int32_t body, int direction)
{
  this->add(
    { 6 * static_cast<std::size_t>(body) + 3 + static_cast<std::size_t>(direction) }, { 1.0 });
}

void RigidBodyMotions::hold(const Combination& combination)
{
  const auto b = static_cast<std::size_t>(combination.body);
  Row sum = {};
  for (std::size_t c = 0; c < 3; ++c)
  {
    const Row row = coefficients({ combination.body, static_cast<int>(c), combination.point },
      this->Centres[b], this->Radii[b]);
    for (std::size_t i = 0; i < 6; ++i)
    {
      sum[i] += combination.direction[c] * row[i];
    }
    sum[3 + c] += combination.axis[c] / this->Radii[b];
  }
  const double length = norm(sum.data(), 6);
  std::vector<std::size_t> places;
  std::vector<double> values;
  for (std::size_t i = 0; i < 6 && length > 0.0; ++i)
  {
    places.push_back(6 * b + i);
    values.push_back(sum[i] / length);
  }
  this->add(places, values);
}

std::vector<std::vector<double>> RigidBodyMotions::freeMotions() const
{
  return motionsWithout(this->Size, this->Gram);
}

std::array<double, 3> RigidBodyMotions::displacement(
  const std::vector<double>& motion, std::int32_t body, const std::array<double, 3>& point) const
{
  const auto b = static_cast<std::size_t>(body);
  std::array<double, 3> sum = {};
  for (int c = 0; c < 3; ++c)
  {
    const Row row = coefficients({ body, c, point }, this->Centres[b], this->Radii[b]);
    sum[static_cast<std::size_t>(c)] =
      std::inner_product(row.begin(), row.end(), motion.begin() + 6 * std::ptrdiff_t(b), 0.0);
  }
  return sum;
}

std::vector<std::size_t> RigidBodyMotions::minimalSupports(
  const std::vector<Component>& candidates) const
{
  Motions motions = this->freeMotions();
  std::vector<std::size_t> chosen;
  while (!motions.empty())
  {
    // Choosing the candidate with the largest effect on the remaining motions avoids short levers.
    double best = LeastSquare;
    std::size_t number = candidates.size();
    std::vector<double> direction;
    std::vector<double> moved(motions.size());
    for (std::size_t i = 0; i < candidates.size(); ++i)
    {
      const auto body = static_cast<std::size_t>(candidates[i].body);
      const Row row = coefficients(candidates[i], this->Centres[body], this->Radii[body]);
      double square = 0.0;
      for (std::size_t k = 0; k < motions.size(); ++k)
      {
        moved[k] = std::inner_product(
          row.begin(), row.end(), motions[k].begin() + 6 * std::ptrdiff_t(body), 0.0);
        square += moved[k] * moved[k];
      }
      // If candidates are equal up to rounding, the first one is chosen.
      if (square > best * (1.0 + 1e-9))
      {
        best = square;
        number = i;
        direction = moved;
      }
    }
    if (number == candidates.size())
    {
      break;
    }
    chosen.push_back(number);
    motions = across(motions, direction);
  }
  return chosen;
}

RigidBodyMotions::Description RigidBodyMotions::describe() const
{
  const Motions motions = this->freeMotions();
  if (motions.empty())
  {
    return { 0, 0, {} };
  }
  const std::size_t bodies = this->Centres.size();
  const auto moves = [&](std::size_t body)
  {
    double square = 0.0;
    for (const std::vector<double>& motion : motions)
    {
      const double length = norm(motion.data() + 6 * body, 6);
      square += length * length;
    }
    return square >= Vanishing;
  };
  std::size_t moving = 0;
  while (moving + 1 < bodies && !moves(moving))
  {
    ++moving;
  }
  return { static_cast<int>(motions.size()), static_cast<std::int32_t>(moving),
    nameMotions(motions, 6 * moving) };
}
}
