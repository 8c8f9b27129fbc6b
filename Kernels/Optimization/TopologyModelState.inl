#include "Optimization/TopologyModel.inl"

namespace trabecula
{
template <class Space>
TopologyState TopologyModel<Space>::state() const
{
  TopologyState state;
  state.record = this->record;
  state.leastModulus = this->Systems.leastModulus();
  state.design = this->Design.toHost();
  state.density = this->Density.toHost();
  state.energies = this->Energies.toHost();
  for (const Load& load : this->Loads)
  {
    state.displacements.push_back(load.displacement.toHost());
  }
  if (this->Output)
  {
    typename OutputObjective<Space>::State output = this->Output->state();
    state.adjoint = std::move(output.adjoint);
    state.adjointEnergies = std::move(output.energies);
  }
  state.asymptotes = this->Update.state();
  return state;
}

template <class Space>
void TopologyModel<Space>::restore(const TopologyState& state)
{
  this->record = state.record;
  this->Systems.setLeastModulus(state.leastModulus);
  this->Design.assign(state.design);
  this->Density.assign(state.density);
  this->Energies.assign(state.energies);
  for (std::size_t i = 0; i < this->Loads.size(); ++i)
  {
    this->Loads[i].displacement.assign(state.displacements[i]);
  }
  if (this->Output)
  {
    this->Output->restore({ state.adjoint, state.adjointEnergies });
  }
  this->Update.restore(state.asymptotes);
}
}
