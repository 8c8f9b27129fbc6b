#ifndef TRABECULA_TESTING_KERNELS_STAGEBOX_H
#define TRABECULA_TESTING_KERNELS_STAGEBOX_H

#include "Analysis/ElementGeometry.h"
#include "Core/Vectors/Vector.h"
#include "Design/DensityParametrization.h"
#include "Design/RobustParametrization.h"
#include "Mesh/Generators/BoxMeshes.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula::testing
{
/// Densities of the elements of a box 2 x 1 x 1 with their centroids: 12 x 6 x 6 hexahedra, or
/// tetrahedra in 6 x 3 x 3 cells.
template <class Space>
class StageBox
{
public:
  using Point = std::array<double, 3>;

  static Point stretched(const Point& p) { return { 2.0 * p[0], p[1], p[2] }; }

  /// @param place moves the points of a unit cube @param cells along its axes
  template <class Place = Point (*)(const Point&)>
  StageBox(const Context<Space>& context, CellType type, const Place& place = stretched,
    const std::array<int, 3>& cells = {})
    : OfMesh(makeBox(type,
        cells[0] > 0                     ? cells
          : type == CellType::Hexahedron ? std::array<int, 3>{ 12, 6, 6 }
                                         : std::array<int, 3>{ 6, 3, 3 },
        place)),
      Measures(elementVolumes(this->OfMesh))
  {
    for (std::size_t e = 0; e < this->size(); ++e)
    {
      const std::array<double, 3> centroid = elementCentroid(this->OfMesh, e);
      this->Centroids.insert(this->Centroids.end(), centroid.begin(), centroid.end());
    }
    const LayoutPointer<Space> elements =
      makeLayout(context, Entity::Element, static_cast<std::int64_t>(this->size()), 1);
    this->Volumes = Vector<Space>(elements, this->Measures);
    this->Positions = Vector<Space>(elements->withComponents(3), this->Centroids);
  }

  std::size_t size() const { return this->OfMesh.numberOfElements(); }
  const std::vector<double>& volumes() const { return this->Measures; }
  const LayoutPointer<Space>& layout() const { return this->Volumes.layoutPointer(); }
  const Mesh& mesh() const { return this->OfMesh; }
  /// @param isDesign, variables see DesignSites; must remain valid
  DesignSites<Space> sites(
    const Vector<Space, std::uint8_t>& isDesign, const Vector<Space>& variables) const
  {
    return { this->Volumes, this->Positions, isDesign, variables, nullptr, &this->OfMesh };
  }

  /// Returns a value for each element, evaluated at its centroid.
  template <class Function>
  std::vector<double> field(const Function& function) const
  {
    std::vector<double> values;
    for (std::size_t e = 0; e < this->size(); ++e)
    {
      values.push_back(
        function(this->Centroids[3 * e], this->Centroids[3 * e + 1], this->Centroids[3 * e + 2]));
    }
    return values;
  }

  /// Returns the accepted design of these variables at a sharpness.
  DensityParametrization<Space> design(const ChainSettings& chain, const std::vector<double>& x,
    double sharpness = 1.0, const std::vector<std::uint8_t>& isDesign = {}) const
  {
    DensityParametrizationSettings settings;
    settings.chain = chain;
    settings.material = { 1.0, 1e-6, 3.0 };
    DensityParametrization<Space> design(settings, this->Volumes, this->Positions,
      isDesign.empty() ? std::vector<std::uint8_t>(this->size(), 1) : isDesign, x, {}, nullptr,
      &this->OfMesh);
    design.restore(x, {}, { { "projectionSharpness", sharpness } });
    return design;
  }

  /// Returns a design that is evaluated as three densities.
  std::unique_ptr<RobustParametrization<Space>> robust(const ChainSettings& chain,
    const std::vector<double>& x, double sharpness, const std::vector<std::uint8_t>& isDesign) const
  {
    DensityParametrizationSettings settings;
    settings.chain = chain;
    settings.material = { 1.0, 1e-6, 3.0 };
    auto design = std::make_unique<RobustParametrization<Space>>(settings, this->Volumes,
      this->Positions, isDesign, x, std::vector<double>(), nullptr, &this->OfMesh);
    design->restore(x, {}, { { "projectionSharpness", sharpness } });
    return design;
  }

  /// Returns the derivatives of sum g rho with respect to the variables.
  std::vector<double> back(
    DensityParametrization<Space>& design, const std::vector<double>& g) const
  {
    Vector<Space> gradient(design.variables().layoutPointer());
    design.pullBackDensity(Vector<Space>(this->layout(), g), gradient);
    return gradient.toHost();
  }

private:
  Mesh OfMesh;
  std::vector<double> Measures;
  std::vector<double> Centroids;
  Vector<Space> Volumes;
  Vector<Space> Positions;
};

/// Returns the design variable of the known answers at a position.
inline double probeDensity(double x, double y, double z)
{
  return 0.5 + 0.4 * std::sin(7.0 * x + 3.0 * y + 5.0 * z);
}

/// Returns the derivative of the known answers at a position.
inline double probeDerivative(double x, double y, double z)
{
  return std::cos(2.0 * x - y + 4.0 * z);
}
}

#endif
