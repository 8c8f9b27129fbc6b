#ifndef TRABECULA_DESIGN_STAGE_STAGECHAIN_H
#define TRABECULA_DESIGN_STAGE_STAGECHAIN_H

#include "Core/Vectors/Vector.h"
#include "Design/Stage/Stage.h"
#include "Design/Stage/StageSettings.h"
#include "Design/Stage/Sweep/FormGrid.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
/// A part of a chain with a FormGrid that chains have in common: the first part ends, and the
/// second begins, with densities of its places.
template <class Space>
struct PartOfFormChain
{
  std::shared_ptr<const FormGrid<Space>> grid; ///< null for a whole chain
  bool isFirst = false;
};

/**
 * Design variables, and the densities that stages make of them, one value per site; fixed densities
 * are those of the variables. Without stages densities are a view of the variables.
 *
 * It holds the accepted and the next design, see Parametrization. Inputs of stages that are not
 * linear are kept for both.
 */
template <class Space>
class StageChain
{
public:
  /**
   * @param volumes of the sites, one component, whose layout is that of densities; the variables
   * have the same entries. Must remain valid
   * @param positions three components, see DesignSites
   * @param isDesign one value per site, 0 where the density is fixed
   * @param start one value per site: initial value of trialVariables()
   * @param grid see NeighbourFilter
   * @param mesh, nodes see DesignSites; by ChainSettings::isOfNodes the mesh is its cells
   * @param part if it is the second one, the variables are densities of the places of the grid,
   * other arguments are of the elements as they are for a whole chain, and fixed densities of
   * elements are those of the start
   */
  StageChain(const ChainSettings& settings, const Vector<Space>& volumes,
    const Vector<Space>& positions, const std::vector<std::uint8_t>& isDesign,
    const std::vector<double>& start, const VoxelGrid* grid = nullptr, const Mesh* mesh = nullptr,
    const LayoutPointer<Space>& nodes = nullptr, const PartOfFormChain<Space>& part = {});

  /// The grid that a chain of these arguments makes; null if it needs none. For parts.
  static std::shared_ptr<const FormGrid<Space>> makeForm(const ChainSettings& settings,
    const Vector<Space>& volumes, const Vector<Space>& positions,
    const std::vector<std::uint8_t>& isDesign, const std::vector<double>& start, const Mesh* mesh);

  bool empty() const { return this->Stages.empty(); }
  bool isLinear() const;

  const Vector<Space>& variables() const { return this->Variables; }
  Vector<Space>& trialVariables() { return this->NextVariables; }
  const Vector<Space, std::uint8_t>& isDesign() const { return this->IsDesign; }
  const Vector<Space>& density() const { return this->Density; }
  const Vector<Space>& nextDensity() const { return this->NextDensity; }

  ///@{
  /// These call the functions of Stage for all stages.
  void startDesign(int iteration, double change);
  void keepDesign();
  bool mayConverge(int iteration) const;
  std::vector<double> columnValues() const;
  NamedValues state() const;
  ///@}
  /// Computes the densities of the next variables.
  void evaluateTrial();
  void accept();

  /// 0 where derivatives with respect to densities must be zero for pullBack(). Null without
  /// stages, when none must be.
  const std::uint8_t* mask() const { return this->empty() ? nullptr : this->IsDesign.data(); }
  /// Derivatives with respect to the accepted variables from those with respect to densities. With
  /// stages only. @param ofDensity see mask()
  void pullBack(const Vector<Space>& ofDensity, Vector<Space>& gradient);

  /// Restores the accepted variables. @param density theirs, for bitwise equality; may be empty
  void restore(const std::vector<double>& variables, const std::vector<double>& density,
    const NamedValues& state);

  /// Number of fields besides the variables that a chain keeps, and of those that it takes from the
  /// workspace.
  static std::size_t fields(const ChainSettings& settings);
  static std::size_t workspaceFields(const ChainSettings& settings);
  /// Bytes of a chain, without its filters, of sites in rows that fill their box; see
  /// stageMemory() for others.
  static std::size_t memory(std::size_t sites, const ChainSettings& settings);

private:
  /// The output of a stage, if the next one needs it for its derivative; otherwise both are empty.
  struct Kept
  {
    Vector<Space> accepted;
    Vector<Space> next;
  };

  class Buffers;

  const Vector<Space>& acceptedInput(std::size_t stage) const;

  LayoutPointer<Space> Densities;
  /// Null unless stages have its places for sites.
  std::shared_ptr<const FormGrid<Space>> Form;
  LayoutPointer<Space> Between; ///< of the output of all stages but the last
  Vector<Space, std::uint8_t> IsDesign;
  Vector<Space> Fixed; ///< densities of elements in a second part; else empty
  bool FixesDensities; ///< whether its output has fixed densities
  Vector<Space> Variables;
  Vector<Space> NextVariables;
  std::vector<std::unique_ptr<Stage<Space>>> Stages;
  std::vector<Kept> Outputs; ///< of all stages but the last
  Vector<Space> Density;     ///< without stages a view of the variables
  Vector<Space> NextDensity;
};
}

#endif
