#include "Operator/Hex8/ModalStiffness.h"

#include <algorithm>
#include <cmath>

namespace trabecula
{
namespace
{
using Matrix = std::array<std::array<double, 24>, 24>;

/// Returns K in the basis of modes: the matrix G with K = transpose(H) G H and H = toModes().
Matrix modalMatrix(const std::array<double, 24>& shape, double poissonsRatio)
{
  const Elasticity material = unitElasticity(poissonsRatio);
  Matrix result{};
  for (std::size_t column = 0; column < 24; ++column)
  {
    // This displacement has one mode equal to one and all others equal to zero: the transform is
    // its own inverse up to a factor of eight.
    std::array<double, 24> u{};
    for (std::size_t a = 0; a < 8; ++a)
    {
      std::array<double, 8> corner{};
      std::array<double, 8> modes{};
      corner[a] = 0.125;
      hex8::toModes(corner.data(), modes.data());
      u[column / 8 * 8 + a] = modes[column % 8];
    }
    std::array<double, 24> f{};
    hex8::product(shape.data(), u.data(), 1.0, material, f.data());
    for (std::size_t c = 0; c < 3; ++c)
    {
      std::array<double, 8> modes{};
      hex8::toModes(f.data() + 8 * c, modes.data());
      for (std::size_t m = 0; m < 8; ++m)
      {
        result[8 * c + m][column] = 0.125 * modes[m];
      }
    }
  }
  return result;
}

/// Writes the upper triangles of the blocks of a modal form consecutively, and clears them in the
/// matrix.
struct TakeBlock
{
  Matrix& matrix;
  double* entries;

  template <int N>
  void operator()(const int (&modes)[N], int first) const
  {
    double* entry = this->entries + first;
    for (int i = 0; i < N; ++i)
    {
      for (int j = i; j < N; ++j)
      {
        double& upper = this->matrix[modes[i]][modes[j]];
        double& lower = this->matrix[modes[j]][modes[i]];
        *entry++ = 0.5 * (upper + lower);
        upper = 0.0;
        lower = 0.0;
      }
    }
  }
};

template <ModalForm Form>
bool take(const std::vector<Matrix>& matrices, ModalStiffness& result)
{
  constexpr int count = hex8::modalEntries(Form);
  result.form = Form;
  result.entries.resize(count * matrices.size());
  std::array<double, count> entries{};
  for (std::size_t s = 0; s < matrices.size(); ++s)
  {
    Matrix rest = matrices[s];
    hex8::forEachModalBlock<Form>(TakeBlock{ rest, entries.data() });
    double largest = 0.0;
    for (int i = 0; i < count; ++i)
    {
      largest = std::max(largest, std::abs(entries[i]));
      result.entries[matrices.size() * i + s] = entries[i];
    }
    for (const auto& row : rest)
    {
      for (const double value : row)
      {
        if (!(std::abs(value) <= 1e-13 * largest))
        {
          return false;
        }
      }
    }
  }
  return true;
}
}

ModalStiffness makeModalStiffness(const ElementShapes& shapes, double poissonsRatio)
{
  std::vector<Matrix> matrices;
  for (const std::array<double, 24>& shape : shapes.shapes)
  {
    matrices.push_back(modalMatrix(shape, poissonsRatio));
  }
  ModalStiffness result;
  if (!take<ModalForm::Bricks>(matrices, result) && !take<ModalForm::Affine>(matrices, result))
  {
    take<ModalForm::General>(matrices, result);
  }
  return result;
}
}
