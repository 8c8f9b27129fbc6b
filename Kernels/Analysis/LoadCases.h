#ifndef TRABECULA_ANALYSIS_LOADCASES_H
#define TRABECULA_ANALYSIS_LOADCASES_H

#include "Analysis/ElasticModel.h"
#include "Core/SparseVector.h"

#include <cstddef>
#include <string>
#include <vector>

namespace trabecula
{
/// Summary of the solves of one iterate.
struct SolveSummary
{
  int iterations = 0;    ///< summed over systems
  double residual = 0.0; ///< largest ||r|| / ||b|| of the last solve of each system
  bool warned = false;   ///< whether a warning was issued that the solver reached its limit
};

/**
 * The load cases of a structure and their displacements, on an elastic model.
 *
 * solve() computes trial solutions for the present moduli, with the accepted solutions as initial
 * guess; accept() replaces these. A stopped solve does not change the accepted solutions.
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
    DeviceVector<double, Space> displacement; ///< accepted; prescribed values are always set
  };

  LoadCases(ElasticModel<Space>& model, const StructuralProblem& problem);

  std::size_t size() const { return this->Loads.size(); }
  Load& operator[](std::size_t i) { return this->Loads[i]; }
  const Load& operator[](std::size_t i) const { return this->Loads[i]; }
  auto begin() const { return this->Loads.begin(); }
  auto end() const { return this->Loads.end(); }

  /// Sets the trial solutions to the accepted ones.
  void start();
  /**
   * Solves for all load cases, with the trial solutions as initial guess; several at once where the
   * model can.
   *
   * @param place prefix of messages, as in "Iteration 3"; may be empty
   * @param systems total number of systems of the iterate, for progress
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
   * Weighted sum of 2 f.u - u.K u over load cases: its error is quadratic in the error of u.
   *
   * @param moduli of the model, one per material point
   * @param energies set to the weighted sum of u.(K_p u) for moduli of one, one per material point
   * @param each set to the unweighted terms of the load cases, unless null
   */
  double compliance(const double* moduli, double* energies, std::vector<double>* each = nullptr);
  /// The unweighted compliance of one load case.
  double compliance(std::size_t load, const double* moduli);

private:
  /// Load cases from the first on at once; false if stopped.
  bool solveTogether(std::size_t first, std::size_t count, const SolverSettings& settings,
    double tolerance, const std::string& place, SolveSummary& summary, Observer& observer);

  ElasticModel<Space>* Model;
  std::vector<Load> Loads;
  DeviceVector<double, Space> Trial; ///< of the first load case
  std::vector<DeviceVector<double, Space>> FurtherTrials;
};

/// Solves one system of a model and adds to the summary; warns the observer once per summary if the
/// solver reaches its limit. @param what the system in words, for messages. @return false if
/// stopped
template <class Space>
bool solveSystem(ElasticModel<Space>& model, const RightHandSide<Space>& f, double* u,
  const SolverSettings& settings, double tolerance, const std::string& place,
  const std::string& what, SolveSummary& summary, Observer& observer);
}

#endif
