#ifndef TRABECULA_ANALYSIS_LOADCASES_H
#define TRABECULA_ANALYSIS_LOADCASES_H

#include "Analysis/ElasticModel.h"
#include "Core/SparseVector.h"

#include <cstddef>
#include <string>
#include <vector>

namespace trabecula
{
/// What the solves of one iterate have come to.
struct SolveSummary
{
  int iterations = 0;    ///< summed over systems
  double residual = 0.0; ///< largest ||r|| / ||b|| of the last solve of each system
  bool warned = false;   ///< of a solver that reached its limit
};

/**
 * The load cases of a structure and their displacements, on an elastic model.
 *
 * Solutions become those of the present moduli in two steps: solve() computes trial solutions
 * onward from the accepted ones, accept() puts them in their place. A solve that is stopped leaves
 * the accepted ones as they are.
 */
template <class Space>
class LoadCases
{
public:
  struct Load
  {
    std::string name;
    double weight;
    SparseVector<Space> forces;
    DeviceVector<double, Space>
      displacement; ///< accepted; prescribed ones are in it from the start
  };

  LoadCases(ElasticModel<Space>& model, const StructuralProblem& problem);

  std::size_t size() const { return this->Loads.size(); }
  Load& operator[](std::size_t i) { return this->Loads[i]; }
  const Load& operator[](std::size_t i) const { return this->Loads[i]; }
  auto begin() const { return this->Loads.begin(); }
  auto end() const { return this->Loads.end(); }

  /// Starts trial solutions from the accepted ones.
  void start();
  /**
   * Solves for all load cases, onward from the trial solutions.
   *
   * @param place where this happens, for messages, as in "Iteration 3"; may be empty
   * @param systems number of systems that are solved here and elsewhere, for progress
   * @return false if stopped
   */
  bool solve(const SolverSettings& settings, double tolerance, const std::string& place,
    std::size_t systems, SolveSummary& summary, Observer& observer);
  double* trial(std::size_t i)
  {
    return i == 0 ? this->Trial.data() : this->FurtherTrials[i - 1].data();
  }
  void accept();

  /**
   * Weighted sum of 2 f.u - u.K u over load cases: in error by the square of the error of u only.
   *
   * @param moduli of the model, one per material point
   * @param energies set to the weighted sum of u.(K_p u) for moduli of one, one per material point
   */
  double compliance(const double* moduli, double* energies);
  /// The same of one load case, without its weight.
  double compliance(std::size_t load, const double* moduli);

private:
  ElasticModel<Space>* Model;
  std::vector<Load> Loads;
  DeviceVector<double, Space> Trial; ///< of one load case after another
  std::vector<DeviceVector<double, Space>> FurtherTrials;
};

/// Solves one system of a model and adds to the summary; says so to the observer, once, if the
/// solver reaches its limit. @param what is solved for, for messages. @return false if stopped
template <class Space>
bool solveSystem(ElasticModel<Space>& model, const RightHandSide<Space>& f, double* u,
  const SolverSettings& settings, double tolerance, const std::string& place,
  const std::string& what, SolveSummary& summary, Observer& observer);
}

#endif
