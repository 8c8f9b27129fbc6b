#ifndef TRABECULA_TESTING_KERNELS_SUMOFSQUARES_H
#define TRABECULA_TESTING_KERNELS_SUMOFSQUARES_H

#include "Design/Response/ResponseFactory.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace trabecula::testing
{
/**
 * A response that is no part of the library: J = sum over load cases of |u|^2 + w sum v rho^2. It
 * has an adjoint system for each load case, K v = 2 u, depends on the density besides, can be taken
 * of some load cases, has columns of these, and a state: energies and the number of iterates.
 */
template <class Space>
class SumOfSquares : public Response<Space>
{
public:
  SumOfSquares(const ResponseSettings& settings, const ResponseInput<Space>& input)
    : DensityWeight(settings.parameter("Density Weight", 1.0)), Measures(input.measures.toHost()),
      Density(this->Measures.size(), 0.0), Energies(input.model.materialPoints())
  {
    const std::vector<LoadCase>& loads = input.problem.structure.loadCases;
    for (std::size_t i = 0; i < loads.size(); ++i)
    {
      bool isTaken = settings.loadCases.empty();
      for (const std::string& name : settings.loadCases)
      {
        isTaken = isTaken || name == loads[i].name;
      }
      if (isTaken)
      {
        this->Loads.push_back(i);
        this->Systems.push_back(
          std::make_unique<AdjointSystem<Space>>(input.model.unknowns(), "the sum of squares"));
      }
    }
    this->Energies.zero();
  }

  std::vector<AdjointSystem<Space>*> adjoints() override
  {
    std::vector<AdjointSystem<Space>*> systems;
    for (const auto& system : this->Systems)
    {
      systems.push_back(system.get());
    }
    return systems;
  }

  void computeAdjointLoads(const SolvedDesign<Space>& trial) override
  {
    for (std::size_t i = 0; i < this->Loads.size(); ++i)
    {
      std::vector<double> load = trial.displacement(this->Loads[i]).toHost();
      for (double& value : load)
      {
        value *= 2.0;
      }
      this->Systems[i]->load.assign(load);
    }
  }

  double evaluate(const SolvedDesign<Space>& design) override
  {
    this->Values.clear();
    this->Energies.zero();
    double sum = 0.0;
    for (std::size_t i = 0; i < this->Loads.size(); ++i)
    {
      const Vector<Space>& u = design.displacement(this->Loads[i]);
      this->Values.push_back(dot(u, u));
      sum += this->Values.back();
      this->addMutualEnergies(design.model.stiffness(), u, this->Systems[i]->solution);
    }
    this->Density = design.density.toHost();
    for (std::size_t p = 0; p < this->Density.size(); ++p)
    {
      sum += this->DensityWeight * this->Measures[p] * this->Density[p] * this->Density[p];
    }
    return sum;
  }
  std::vector<double> furtherColumns() const override { return this->Values; }
  void accept() override { this->Iterates += 1.0; }

  void derivativesToDensity(
    const Parametrization<Space>& design, Vector<Space>& result) const override
  {
    design.derivativesToDensity(-1.0, this->Energies, result);
    const std::vector<double> density = design.density().toHost();
    std::vector<double> sum = result.toHost();
    for (std::size_t p = 0; p < sum.size(); ++p)
    {
      sum[p] += 2.0 * this->DensityWeight * this->Measures[p] * density[p];
    }
    result.assign(sum);
  }

  NamedVectors<Space> stateVectors() override
  {
    NamedVectors<Space> vectors = { { "squares.energies", &this->Energies } };
    for (std::size_t i = 0; i < this->Systems.size(); ++i)
    {
      vectors.emplace_back("squares.adjoint" + std::to_string(i), &this->Systems[i]->solution);
    }
    return vectors;
  }
  NamedScalars stateScalars() override { return { { "squares.iterates", &this->Iterates } }; }

private:
  /// Computes energies += v.(K_p u) from the energies of u + v and u - v.
  void addMutualEnergies(
    StiffnessOperator<Space>& stiffness, const Vector<Space>& u, const Vector<Space>& v)
  {
    const std::vector<double> a = u.toHost();
    const std::vector<double> b = v.toHost();
    for (const double sign : { 1.0, -1.0 })
    {
      std::vector<double> combined = a;
      for (std::size_t i = 0; i < a.size(); ++i)
      {
        combined[i] += sign * b[i];
      }
      stiffness.addUnitEnergies(
        Vector<Space>(u.layoutPointer(), combined), 0.25 * sign, this->Energies);
    }
  }

  double DensityWeight;
  std::vector<double> Measures;
  std::vector<double> Density;
  std::vector<std::size_t> Loads;
  std::vector<std::unique_ptr<AdjointSystem<Space>>> Systems;
  std::vector<double> Values;
  Vector<Space> Energies;
  double Iterates = 0.0;
};

/// Adds the response to responses() by the first call; further calls have no effect.
void addSumOfSquares();
}

#endif
