#ifndef TRABECULA_DESIGN_STAGEDPARAMETRIZATION_H
#define TRABECULA_DESIGN_STAGEDPARAMETRIZATION_H

#include "Design/Parametrization.h"
#include "Design/Stage/PenalizationContinuation.h"
#include "Design/Stage/StageChain.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// The base of parametrizations whose design variables pass through a StageChain: densities of
/// elements and of nodes.
template <class Space>
class StagedParametrization : public Parametrization<Space>
{
public:
  const Vector<Space>& variables() const override { return this->Chain.variables(); }
  const Vector<Space, std::uint8_t>& freeVariables() const override
  {
    return this->Chain.isDesign();
  }
  Vector<Space>& trialVariables() override { return this->Chain.trialVariables(); }
  bool isDensityLinear() const override { return this->Chain.isLinear(); }
  void startDesign(int iteration, double change) override
  {
    this->Chain.startDesign(iteration, change);
    this->Continuation.startDesign(iteration, change);
  }
  void keepDesign() override
  {
    this->Chain.keepDesign();
    this->Continuation.keepDesign();
  }
  void evaluateTrial() override { this->Chain.evaluateTrial(); }
  void accept() override
  {
    this->Chain.accept();
    this->Continuation.accept();
  }
  bool mayConverge(int iteration) const override
  {
    return this->Chain.mayConverge(iteration) && this->Continuation.mayConverge(iteration);
  }
  std::vector<double> columnValues() const override
  {
    std::vector<double> values = this->Chain.columnValues();
    this->Continuation.addColumnValues(values);
    return values;
  }
  std::vector<double> filteredDensity() const override
  {
    return this->Chain.empty() ? std::vector<double>() : this->Chain.density().toHost();
  }
  NamedValues stageState() const override
  {
    NamedValues state = this->Chain.state();
    this->Continuation.addState(state);
    return state;
  }
  void restore(const std::vector<double>& variables, const std::vector<double>& filteredDensity,
    const NamedValues& stageState) override
  {
    this->Chain.restore(variables, filteredDensity, stageState);
    this->Continuation.restore(stageState);
  }

protected:
  /// See StageChain.
  StagedParametrization(const ChainSettings& settings, const Vector<Space>& volumes,
    const Vector<Space>& positions, const std::vector<std::uint8_t>& isDesign,
    const std::vector<double>& start, const VoxelGrid* grid = nullptr, const Mesh* mesh = nullptr,
    const LayoutPointer<Space>& nodes = nullptr)
    : Chain(settings, volumes, positions, isDesign, start, grid, mesh, nodes),
      Continuation(settings)
  {
  }

  StageChain<Space> Chain;
  PenalizationContinuation Continuation;
};
}

#endif
