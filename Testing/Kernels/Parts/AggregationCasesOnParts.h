#ifndef TRABECULA_TESTING_KERNELS_AGGREGATIONCASESONPARTS_H
#define TRABECULA_TESTING_KERNELS_AGGREGATIONCASESONPARTS_H

#include "Parts/DistributedStructure.h"
#include "Support/Random.h"

#include "Operator/Conduction/ConductionOperator.h"
#include "Operator/MakeOperator.h"
#include "Solver/Aggregation/BlockRowSource.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/// Structures on parts for smoothed aggregation, with three unknowns a node or one.
namespace trabecula::testing
{
struct AggregationCase
{
  std::string name;
  Mesh mesh;
  int components = 3;
  bool storesFinest = false;
};

/// The first component of each node, or all of them.
template <class T>
std::vector<T> componentsOf(const std::vector<T>& ofNodes, int components)
{
  std::vector<T> result;
  for (std::size_t i = 0; i < ofNodes.size(); i += components == 1 ? 3 : 1)
  {
    result.push_back(ofNodes[i]);
  }
  return result;
}

/// Values of the nodes of the whole.
struct CaseInput
{
  explicit CaseInput(const AggregationCase& of)
    : whole(randomBeam(of.mesh, 5)), supports(componentsOf(whole.supports, of.components)),
      forces(componentsOf(whole.forces, of.components)), springs(supports.size(), 0.0)
  {
    Random random(6);
    for (std::size_t i = 0; i < springs.size(); i += 5)
    {
      springs[i] = of.components == 1 ? 0.0 : random.uniform(0.0, 0.1);
    }
    for (std::vector<double>& residual : residuals)
    {
      residual = random.vector(supports.size(), -1.0, 1.0);
      for (std::size_t i = 0; i < residual.size(); ++i)
      {
        residual[i] = supports[i] != 0 ? 0.0 : residual[i];
      }
    }
  }

  WholeStructure whole;
  std::vector<std::uint8_t> supports;
  std::vector<double> forces;
  std::vector<double> springs;
  std::array<std::vector<double>, 2> residuals;
};

/// A part of a structure, with one or three unknowns a node.
template <class Space>
struct CaseOnPart
{
  CaseOnPart(const AggregationCase& of, const CaseInput& input,
    const std::vector<MeshOfPart>& meshes, const Device& device,
    std::shared_ptr<const Communicator> communicator)
    : structure(input.whole, meshes, device, std::move(communicator)), components(of.components),
      supports(this->ofPart(input.supports)), springs(this->ofPart(input.springs))
  {
    this->structure.layouts.unknowns =
      this->structure.layouts.unknowns->withComponents(of.components);
  }

  template <class T>
  std::vector<T> ofPart(const std::vector<T>& whole) const
  {
    return valuesOfPart(
      this->structure.part.nodes, whole, static_cast<std::size_t>(this->components));
  }

  MeshRows<Space> rows() const
  {
    return
      [this](const Mesh& mesh, const CornerMesh* corners) -> std::unique_ptr<BlockRowSource<Space>>
    {
      const Context<Space>& context = this->structure.context;
      if (this->components == 1)
      {
        return std::make_unique<ConductionRows<Space>>(context, mesh);
      }
      return std::make_unique<ElementRows<Space>>(context, mesh, PoissonsRatios(0.3),
        corners ? cornerSprings(*corners, this->springs) : this->springs);
    };
  }

  std::unique_ptr<StiffnessOperator<Space>> makeStiffness() const
  {
    const OperatorLayouts<Space>& layouts = this->structure.layouts;
    return this->components == 1
      ? makeConductionOperator(layouts, this->structure.part.mesh)
      : makeOperator<Space>(layouts, this->structure.part.mesh, { 0.3, {} }, OperatorSettings());
  }

  StructureOfPart<Space> structure;
  int components;
  std::vector<std::uint8_t> supports;
  std::vector<double> springs;
};
}

#endif
