#include "Design/Filter/Images.h"

#include "Core/Requirements.h"

#include <algorithm>
#include <cmath>

namespace trabecula
{
namespace
{
constexpr std::size_t Dimensions = 3;

Isometry productOf(const Isometry& a, const Isometry& b)
{
  Isometry product;
  product.center = a.center;
  for (std::size_t i = 0; i < Dimensions; ++i)
  {
    for (std::size_t j = 0; j < Dimensions; ++j)
    {
      double sum = 0.0;
      for (std::size_t k = 0; k < Dimensions; ++k)
      {
        sum += a.matrix[Dimensions * i + k] * b.matrix[Dimensions * k + j];
      }
      product.matrix[Dimensions * i + j] = sum;
    }
  }
  return product;
}

bool areEqual(const Isometry& a, const Isometry& b)
{
  constexpr double rounding = 1e-9;
  return std::equal(a.matrix.begin(), a.matrix.end(), b.matrix.begin(),
    [](double x, double y) { return std::abs(x - y) < rounding; });
}
}

std::array<double, 3> Isometry::operator()(const std::array<double, 3>& point) const
{
  std::array<double, 3> image = this->center;
  for (std::size_t i = 0; i < Dimensions; ++i)
  {
    for (std::size_t j = 0; j < Dimensions; ++j)
    {
      image[i] += this->matrix[Dimensions * i + j] * (point[j] - this->center[j]);
    }
  }
  return image;
}

Isometry reflection(std::size_t axis, const std::array<double, 3>& center)
{
  Isometry result;
  result.center = center;
  result.matrix[(Dimensions + 1) * axis] = -1.0;
  return result;
}

Isometry rotation(std::size_t axis, int turns, const std::array<double, 3>& center)
{
  const double angle = 2.0 * std::acos(-1.0) / turns;
  const std::size_t a = (axis + 1) % Dimensions;
  const std::size_t b = (axis + 2) % Dimensions;
  Isometry result;
  result.center = center;
  result.matrix[(Dimensions + 1) * a] = std::cos(angle);
  result.matrix[(Dimensions + 1) * b] = std::cos(angle);
  result.matrix[Dimensions * a + b] = -std::sin(angle);
  result.matrix[Dimensions * b + a] = std::sin(angle);
  return result;
}

std::vector<Isometry> imagesOf(const std::vector<Isometry>& generators)
{
  std::vector<Isometry> images(1);
  if (!generators.empty())
  {
    images.front().center = generators.front().center;
  }
  for (std::size_t i = 0; i < images.size(); ++i)
  {
    for (const Isometry& generator : generators)
    {
      const Isometry next = productOf(generator, images[i]);
      if (std::none_of(images.begin(), images.end(),
            [&](const Isometry& known) { return areEqual(known, next); }))
      {
        images.push_back(next);
      }
    }
    if (images.size() > MostImages)
    {
      fail("The planes and rotations of Symmetry have more than ", MostImages,
        " images of each element. Choose fewer turns.");
    }
  }
  return images;
}
}
