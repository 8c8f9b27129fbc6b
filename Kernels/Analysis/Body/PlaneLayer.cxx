#include "Analysis/Body/PlaneLayer.h"

#include "Analysis/Body/BodyGrid.h"
#include "Core/Requirements.h"

namespace trabecula
{
PlaneLayer::PlaneLayer(const StructuralProblem& layer) : Problem(layer)
{
  for (const LoadCase& load : layer.loadCases)
  {
    for (std::size_t i = 2; i < load.forces.size(); i += 3)
    {
      if (load.forces[i] != 0.0)
      {
        fail("Load case '", load.name, "' has a force in z on point ", i / 3,
          ", but the design is in plane stress. Give it forces in x and y.");
      }
    }
  }
  BodyBounds bounds;
  bounds.add(layer.mesh);
  const double low = bounds.low[2];
  const double thickness = bounds.high[2] - low;
  const double height = meanEdge(layer.mesh, true);
  if (!(thickness > 0.0) || !(height > 0.0))
  {
    fail("A design in plane stress must be a layer of cells of some thickness in z; this one has ",
      thickness, ".");
  }
  this->Ratio = thickness / height;
  this->Problem.material.youngsModulus *= this->Ratio;
  constexpr double rounding = 1e-6;
  for (std::size_t i = 2; i < this->Problem.mesh.points.size(); i += 3)
  {
    double& z = this->Problem.mesh.points[i];
    this->Problem.supports[i] = z - low <= rounding * thickness ? 1 : 0;
    z = low + (z - low) / this->Ratio;
  }
  for (std::size_t i = 2; i < this->Problem.prescribedDisplacement.size(); i += 3)
  {
    this->Problem.prescribedDisplacement[i] = 0.0;
  }
  for (std::size_t i = 2; i < this->Problem.springs.size(); i += 3)
  {
    this->Problem.springs[i] = 0.0;
  }
}

void PlaneLayer::restore(ElasticAnalysis& analysis) const
{
  const auto scale = [](std::vector<double>& values, double factor)
  {
    for (double& value : values)
    {
      value *= factor;
    }
  };
  scale(analysis.volumes, this->Ratio);
  scale(analysis.strainEnergyDensity, 1.0 / this->Ratio);
  for (ElasticLoadCase& load : analysis.loadCases)
  {
    scale(load.stress, 1.0 / this->Ratio);
    scale(load.vonMisesStress, 1.0 / this->Ratio);
    for (std::size_t i = 2; i < load.displacement.size(); i += 3)
    {
      load.displacement[i] *= this->Ratio;
    }
  }
}
}
