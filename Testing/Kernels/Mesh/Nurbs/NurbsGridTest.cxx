// Tests of sums over the basis of patches on grids of points, and of their transpose, against
// evaluation at each point.

#include "Support/Patches.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Mesh/Nurbs/NurbsGenerators.h"
#include "Mesh/Nurbs/NurbsGrid.h"
#include "Mesh/Nurbs/NurbsValidation.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
template <class Space>
class NurbsGrids : public OnSpace<Space>
{
protected:
  enum class Kind
  {
    Gauss,
    Vertices,
    Greville
  };

  static std::vector<double> placesOf(const NurbsPatch& patch, std::size_t k, Kind kind)
  {
    if (kind == Kind::Gauss)
    {
      return gaussTable(patch.degrees[k], patch.knots[k]).places;
    }
    if (kind == Kind::Greville)
    {
      return grevillePoints(patch.degrees[k], patch.knots[k]);
    }
    return patch.degrees[k] == 0 ? std::vector<double>{ 0.0 }
                                 : breakPoints(patch.degrees[k], patch.knots[k]);
  }

  /// Parameters of all points of a grid, in its order.
  static std::vector<std::array<double, 3>> parametersOf(const NurbsPatch& patch, Kind kind)
  {
    std::array<std::vector<double>, 3> places;
    for (std::size_t k = 0; k < 3; ++k)
    {
      places[k] = placesOf(patch, k, kind);
    }
    std::vector<std::array<double, 3>> result;
    if (kind != Kind::Gauss)
    {
      for (const double z : places[2])
      {
        for (const double y : places[1])
        {
          for (const double x : places[0])
          {
            result.push_back({ x, y, z });
          }
        }
      }
      return result;
    }
    const std::array<int, 3> elements = patch.elements();
    const std::array<int, 3> n = { patch.degrees[0] + 1, patch.degrees[1] + 1,
      patch.degrees[2] + 1 };
    for (int e = 0; e < static_cast<int>(patch.numberOfElements()); ++e)
    {
      const std::array<int, 3> at = { e % elements[0], e / elements[0] % elements[1],
        e / elements[0] / elements[1] };
      for (int q = 0; q < n[0] * n[1] * n[2]; ++q)
      {
        const std::array<int, 3> local = { q % n[0], q / n[0] % n[1], q / n[0] / n[1] };
        std::array<double, 3> xi{};
        for (std::size_t k = 0; k < 3; ++k)
        {
          xi[k] = places[k][static_cast<std::size_t>(at[k] * n[k] + local[k])];
        }
        result.push_back(xi);
      }
    }
    return result;
  }

  void check(const NurbsPatch& patch)
  {
    validate(patch);
    Random random(9);
    for (const Kind kind : { Kind::Gauss, Kind::Vertices, Kind::Greville })
    {
      const Context<Space>& context = this->context();
      const NurbsGrid<Space> grid = kind == Kind::Gauss ? makeGaussGrid(context, patch)
        : kind == Kind::Vertices                        ? makeVertexGrid(context, patch)
                                                        : makeGrevilleGrid(context, patch);
      const std::vector<std::array<double, 3>> parameters = parametersOf(patch, kind);
      ASSERT_EQ(grid.numberOfPoints(), static_cast<std::int64_t>(parameters.size()));
      const std::vector<double> coefficients =
        random.vector(patch.numberOfControlPoints(), -1.0, 1.0);
      const std::vector<double> factors = random.vector(parameters.size(), -1.0, 1.0);
      std::vector<double> values;
      std::vector<double> sums(coefficients.size(), 0.0);
      for (std::size_t q = 0; q < parameters.size(); ++q)
      {
        const NurbsPoint point = evaluateAt(patch, parameters[q]);
        values.push_back(0.0);
        for (std::size_t i = 0; i < static_cast<std::size_t>(point.count); ++i)
        {
          const auto number = static_cast<std::size_t>(point.controlPoints[i]);
          values.back() += point.values[i] * coefficients[number];
          sums[number] += point.values[i] * factors[q];
        }
      }
      const DeviceVector<double, Space> given(context, coefficients);
      const DeviceVector<double, Space> weights(context, factors);
      DeviceVector<double, Space> evaluated(context, parameters.size());
      DeviceVector<double, Space> gathered(context, coefficients.size());
      grid.evaluate(given.data(), evaluated.data());
      grid.gather(weights.data(), gathered.data());
      this->expectNear(evaluated.toHost(), values);
      this->expectNear(gathered.toHost(), sums);
    }
  }

  void expectNear(const std::vector<double>& found, const std::vector<double>& expected)
  {
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i)
    {
      ASSERT_NEAR(found[i], expected[i], 1e-13) << i;
    }
  }
};
TYPED_TEST_SUITE(NurbsGrids, Spaces, SpaceNames);
}

TYPED_TEST(NurbsGrids, OfPlanePatchesAgreeWithEvaluationAtPoints)
{
  for (int degree = 1; degree <= 4; ++degree)
  {
    this->check(makeBoxPatch(2, { 2.0, 1.0, 0.0 }, { degree, degree, 0 }, { 6, 3, 1 }));
  }
  this->check(distorted(makeQuarterAnnulusPatch(1.0, 2.0, { 2, 3 }, { 5, 7 }), 1));
  this->check(distorted(makeQuarterAnnulusPatch(1.0, 2.0, { 4, 2 }, { 1, 2 }), 2));
}

TYPED_TEST(NurbsGrids, OfBodiesAgreeWithEvaluationAtPoints)
{
  const NurbsPatch annulus = makeQuarterAnnulusPatch(1.0, 2.0, { 2, 2 }, { 4, 5 });
  this->check(extrude(annulus, 1.5, 1, 3));
  this->check(distorted(extrude(annulus, 1.5, 3, 2), 3));
}

TYPED_TEST(NurbsGrids, KnowGradientsOfFields)
{
  const NurbsPatch patch =
    distorted(extrude(makeQuarterAnnulusPatch(1.0, 2.0, { 2, 2 }, { 3, 2 }), 1.0, 2, 2), 4);
  const NurbsGrid<HostSpace> grid = [&]
  {
    static const Context<HostSpace> context;
    return makeGrevilleGrid(context, patch);
  }();
  // The isoparametric space contains linear fields.
  const std::array<std::array<double, 3>, 3> slopes = { { { 1.0, 2.0, -0.5 }, { 0.3, -1.0, 0.7 },
    { 0.2, 0.1, 2.5 } } };
  std::vector<double> u;
  for (std::size_t i = 0; i < patch.weights.size(); ++i)
  {
    for (const auto& slope : slopes)
    {
      u.push_back(slope[0] * patch.points[3 * i] + slope[1] * patch.points[3 * i + 1] +
        slope[2] * patch.points[3 * i + 2]);
    }
  }
  const NurbsGridView view = grid.view();
  for (std::int64_t q = 0; q < grid.numberOfPoints(); ++q)
  {
    int at[3];
    view.place(q, at);
    double g[3][3];
    gradientAt<3>(view, at, u.data(), g);
    double all[27][3];
    const double determinant = gradientsAt<3>(view, at, all);
    EXPECT_GT(determinant, 0.0);
    for (std::size_t i = 0; i < 3; ++i)
    {
      for (std::size_t j = 0; j < 3; ++j)
      {
        EXPECT_NEAR(g[i][j], slopes[i][j], 1e-12);
      }
    }
    for (int j = 0; j < 3; ++j)
    {
      double sum = 0.0;
      for (const auto& gradient : all)
      {
        sum += gradient[j];
      }
      EXPECT_NEAR(sum, 0.0, 1e-12);
    }
  }
}
