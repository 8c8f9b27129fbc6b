#include "Optimization/Responses/AnalysedDesign.h"

#include "Core/Parallel.h"
#include "Optimization/TopologyState.h"

#include <cstdint>

namespace trabecula
{
namespace detail
{
template <class Space>
void strainEnergyDensities(const Context<Space>& context, std::int64_t n, const double* moduli,
  const double* energies, const double* volumes, double* result)
{
  forEach(
    context, n,
    TRABECULA_LAMBDA(std::int64_t e) { result[e] = 0.5 * moduli[e] * energies[e] / volumes[e]; });
}
}

template <class Space>
AnalysedDesign<Space>::AnalysedDesign(ElasticModel<Space>& model, Parametrization<Space>& design,
  double solidModulus, const std::function<LoadCases<Space>()>& makeLoads)
  : Model(&model), Design(&design), SolidModulus(solidModulus)
{
  for (std::size_t r = 0; r < design.realizations(); ++r)
  {
    this->Realizations.push_back({ makeLoads(), Vector<Space>(model.materialPoints()) });
  }
}

template <class Space>
void AnalysedDesign<Space>::prepareTrial(std::size_t realization)
{
  Realization& one = this->Realizations[realization];
  const Parametrization<Space>& design = this->Design->realization(realization);
  design.trialModuli(one.moduli);
  this->Model->setModuli(one.moduli, this->SolidModulus);
  one.loads.updateDesignForces(design.nextDensity(), one.moduli);
}

template <class Space>
SolvedDesign<Space> AnalysedDesign<Space>::trial(std::size_t realization)
{
  Realization& one = this->Realizations[realization];
  return { *this->Model, one.loads, one.moduli,
    this->Design->realization(realization).nextDensity(), true };
}

template <class Space>
SolvedDesign<Space> AnalysedDesign<Space>::accepted(std::size_t realization)
{
  Realization& one = this->Realizations[realization];
  return { *this->Model, one.loads, one.moduli, this->Design->realization(realization).density() };
}

template <class Space>
void AnalysedDesign<Space>::accept()
{
  for (Realization& one : this->Realizations)
  {
    one.loads.accept();
  }
}

template <class Space>
Vector<Space> AnalysedDesign<Space>::strainEnergyDensity(
  const Vector<Space>& unitEnergies, const Vector<Space>& volumes) const
{
  Vector<Space> moduli(volumes.layoutPointer());
  Vector<Space> result(volumes.layoutPointer());
  this->Design->realization(this->shown()).moduli(moduli);
  detail::strainEnergyDensities(volumes.context(), moduli.size(), moduli.data(),
    unitEnergies.data(), volumes.data(), result.data());
  return result;
}

template <class Space>
NamedVectors<Space> AnalysedDesign<Space>::stateVectors()
{
  NamedVectors<Space> vectors;
  for (std::size_t r = 0; r < this->size(); ++r)
  {
    LoadCases<Space>& loads = this->Realizations[r].loads;
    for (std::size_t i = 0; i < loads.size(); ++i)
    {
      vectors.emplace_back(nameOfRealization(nameOfDisplacement(i), r), &loads[i].displacement);
    }
    if (DesignTemperature<Space>* temperature = loads.temperature())
    {
      vectors.emplace_back(nameOfRealization("temperature", r), &temperature->temperature());
    }
  }
  return vectors;
}

template class AnalysedDesign<CompiledSpace>;

#ifndef __CUDACC__
std::string nameOfRealization(const std::string& name, std::size_t realization)
{
  return realization == 0 ? name : name + "OfRealization" + std::to_string(realization);
}
#endif
}
