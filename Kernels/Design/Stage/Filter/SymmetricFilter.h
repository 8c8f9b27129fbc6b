#ifndef TRABECULA_DESIGN_STAGE_FILTER_SYMMETRICFILTER_H
#define TRABECULA_DESIGN_STAGE_FILTER_SYMMETRICFILTER_H

#include "Design/Filter/Images.h"
#include "Design/Stage/Filter/DensityFilter.h"

#include <cstddef>
#include <vector>

namespace trabecula
{
/// The reflections and the rotation of the settings, of which all symmetries are products.
std::vector<Isometry> generatorsOf(const SymmetrySettings& settings);
/// The images of an element under the symmetries of the settings, itself first.
std::vector<Isometry> imagesOf(const SymmetrySettings& settings);
/// The same, once it is known that elements can be filtered with them.
/// @param positions x, y, z of each site, length
/// @throws Error if there is no density filter, or the image of the mesh is outside of it
std::vector<Isometry> checkedImages(
  const ChainSettings& settings, const std::vector<double>& positions);

/**
 * The density filter, whose weights are summed over all images of the point at which it is
 * evaluated, in planes and under rotations. As a function of the position its result is symmetric
 * on any mesh; densities of elements are symmetric if the mesh is. A half model is filtered as the
 * whole would be.
 */
template <class Space>
class SymmetricFilter : public DensityFilter<Space>
{
public:
  /// @throws Error if there is no density filter, or the image of the mesh is outside of it
  SymmetricFilter(const ChainSettings& settings, const DesignSites<Space>& sites);

  const char* name() const override { return "symmetric density filter"; }
};

/// See StageKinds.
struct SymmetricFilterKind
{
  template <class Space>
  using Type = SymmetricFilter<Space>;

  static constexpr bool IsLinear = true;
  static constexpr bool NeedsWhole = true;
  static constexpr std::size_t Workspace = 0;
  static bool isOn(const ChainSettings& settings)
  {
    return settings.stages.symmetry.mode != SymmetryMode::Off;
  }
  static bool keepsSigns(const ChainSettings& /*settings*/) { return true; }
  static std::size_t siteBytes(const ChainSettings& settings);
  static std::vector<StageSetting> settings();
  static std::vector<StageColumn> columns(const ChainSettings& /*settings*/) { return {}; }
};
}

#endif
