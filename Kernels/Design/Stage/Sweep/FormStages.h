#ifndef TRABECULA_DESIGN_STAGE_SWEEP_FORMSTAGES_H
#define TRABECULA_DESIGN_STAGE_SWEEP_FORMSTAGES_H

#include "Core/Vectors/DeviceVector.h"
#include "Design/Filter/PointFilter.h"
#include "Design/Stage/Stage.h"
#include "Design/Stage/StageSettings.h"
#include "Design/Stage/Sweep/FormGrid.h"
#include "Design/Stage/Sweep/TrilinearPlaces.h"

#include <cstdint>

namespace trabecula
{
/// The density filter from elements to the middles of the places of a FormGrid, with the images of
/// a symmetry.
template <class Space>
class FormFilter : public Stage<Space>
{
public:
  /// @param sites elements of a mesh
  FormFilter(
    const ChainSettings& settings, const DesignSites<Space>& sites, const FormGrid<Space>& grid);

  const char* name() const override { return "density filter on a grid"; }
  void forward(const Vector<Space>& x, Vector<Space>& y) override { this->AtMiddles.apply(x, y); }
  void backward(
    const Vector<Space>& /*x*/, const Vector<Space>& ofOutput, Vector<Space>& ofInput) override
  {
    this->AtMiddles.applyTransposed(ofOutput, ofInput);
  }

private:
  PointFilter<Space> AtMiddles;
};

/// From places of a FormGrid to elements: trilinear at their centroids, without places outside of
/// the mesh.
template <class Space>
class FormSample : public Stage<Space>
{
public:
  /// @param sites elements of a mesh
  FormSample(const DesignSites<Space>& sites, const FormGrid<Space>& grid);

  const char* name() const override { return "interpolation on a grid"; }
  void forward(const Vector<Space>& x, Vector<Space>& y) override;
  void backward(
    const Vector<Space>& x, const Vector<Space>& ofOutput, Vector<Space>& ofInput) override;

private:
  TrilinearPlaces Places;
  DeviceVector<std::int32_t, Space> SiteAt; ///< of each place, -1 outside of the mesh
  DeviceVector<double, Space> Centroids;    ///< of elements, see FormShape::inPlaces()
  DeviceVector<double, Space> WeightSums;   ///< of elements, of the places in the mesh
  // Elements by the first of the eight places around their centroids.
  DeviceVector<std::int32_t, Space> Starts; ///< of each place, one more than places
  DeviceVector<std::int32_t, Space> Elements;
};
}

#endif
