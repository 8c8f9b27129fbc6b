#ifndef TRABECULA_ANALYSIS_LOADCASES_H
#define TRABECULA_ANALYSIS_LOADCASES_H

#include "Analysis/ElasticModel.h"
#include "Analysis/Loads/DesignForces.h"
#include "Analysis/Loads/DesignTemperature.h"
#include "Analysis/Loads/NamedSystems.h"
#include "Core/Vectors/SparseVector.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace trabecula
{
/**
 * The load cases of a structure and their displacements, on an elastic model of a design, a part or
 * an image.
 *
 * For designs solve() computes trial solutions for the present moduli, with the accepted solutions
 * as initial guess; accept() replaces these. A stopped solution does not change the accepted ones.
 * A single analysis calls solveInPlace(), which needs no trial solutions.
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
    /// Accepted solution, whose prescribed values are always set. May be empty before prepare().
    Vector<Space> displacement;
  };

  /// Makes the load cases of a problem, with displacements.
  LoadCases(ElasticModel<Space>& model, const ElasticConditions& problem);
  /// @param loads without displacements; call prepare() before their solution
  LoadCases(ElasticModel<Space>& model, std::vector<Load> loads);

  ///@{
  /// Adds forces to all load cases that depend on the design. Their values are those of the last
  /// updateDesignForces(), which must be called before a solution.
  /// @param temperature if it is solved with the design, before the displacements: gives the forces
  /// of moduli their values; else null
  void setDesignForces(std::optional<DesignForces<Space>> ofDensity,
    std::optional<DesignForces<Space>> ofModulus,
    std::unique_ptr<DesignTemperature<Space>> temperature = nullptr);
  bool haveDesignForces() const { return this->OfDensity || this->OfModulus; }
  /// @param density, moduli must remain valid until the solution
  void updateDesignForces(const Vector<Space>& density, const Vector<Space>& moduli);
  /// Derivatives of a function of displacements, for fixed temperatures, by the densities and
  /// moduli that the forces of the design have.
  /// @param byForces derivatives by forces that act in all load cases: adjoint solutions, summed
  void derivativesByDesignForces(
    const Vector<Space>& byForces, Vector<Space>& ofDensity, Vector<Space>& ofModulus) const;
  /// Null unless the temperature is solved with the design.
  const DesignTemperature<Space>* temperature() const { return this->Temperature.get(); }
  DesignTemperature<Space>* temperature() { return this->Temperature.get(); }
  /// Number of systems that solve() solves.
  std::size_t systems() const { return this->Loads.size() + (this->Temperature ? 1 : 0); }
  /// Solves for the adjoint of the temperature of a function of the trial solutions.
  /// @param byForces see derivativesByDesignForces()
  /// @param adjoint also the initial guess @return false if stopped
  bool solveTemperatureAdjoint(const Vector<Space>& byForces, Vector<Space>& adjoint,
    const LoadSolveSettings& settings, Observer& observer) const;
  ///@}

  /// forces += all forces of a load case
  void addForces(std::size_t load, Vector<Space>& forces) const;
  /// The work of all forces of a load case.
  double workOf(std::size_t load, const Vector<Space>& u) const;

  std::size_t size() const { return this->Loads.size(); }
  Load& operator[](std::size_t i) { return this->Loads[i]; }
  const Load& operator[](std::size_t i) const { return this->Loads[i]; }
  auto begin() const { return this->Loads.begin(); }
  auto end() const { return this->Loads.end(); }

  /// Sets the displacement of a load case to zero, in new memory if it was released.
  void prepare(std::size_t load);
  void release(std::size_t load) { this->Loads[load].displacement = Vector<Space>(); }

  /// Sets the trial solutions to the accepted ones.
  void start();
  /// Solves for all load cases, with the trial solutions as initial guess, together as many as the
  /// preconditioner permits. @return false if stopped
  bool solve(const LoadSolveSettings& settings, SolveSummary& summary, Observer& observer);
  Vector<Space>& trial(std::size_t i) { return this->Trials[i]; }
  void accept();

  /// Solves for all load cases without trial solutions, with their displacements as initial guess.
  bool solveInPlace(const LoadSolveSettings& settings, SolveSummary& summary, Observer& observer);

  /**
   * Solves for some load cases together, in place.
   *
   * @param which numbers of load cases, at most as many as the model permits together
   * @param reports set to the report of each unless null; reaching the limit of iterations then
   * causes no warning
   * @return false if stopped
   */
  bool solveTogether(const std::vector<std::size_t>& which, const LoadSolveSettings& settings,
    SolveSummary& summary, Observer& observer, std::vector<SolverReport>* reports = nullptr);

  /**
   * Weighted sum of 2 f.u - u.K u over load cases: its error is quadratic in the error of u.
   *
   * @param moduli of the model
   * @param energies set to the weighted sum of u.(K_p u) for moduli of one
   * @param each set to the unweighted terms of the load cases, unless null
   */
  double compliance(
    const Vector<Space>& moduli, Vector<Space>& energies, std::vector<double>* each = nullptr);
  /// The same for other weights; load cases of weight zero are left out.
  double compliance(
    const Vector<Space>& moduli, const std::vector<double>& weights, Vector<Space>& energies);
  /// The unweighted compliance of one load case for a displacement of it.
  double compliance(std::size_t load, const Vector<Space>& u, const Vector<Space>& moduli);

private:
  bool solveAll(
    const LoadSolveSettings& settings, bool inPlace, SolveSummary& summary, Observer& observer);
  bool solveSome(const std::vector<std::size_t>& which, const std::vector<Vector<Space>*>& u,
    const LoadSolveSettings& settings, SolveSummary& summary, Observer& observer,
    std::vector<SolverReport>* reports);

  void sumDesignForces(const Vector<Space>& density, const Vector<Space>& moduli);

  ElasticModel<Space>* Model;
  std::vector<Load> Loads;
  std::optional<DesignForces<Space>> OfDensity;
  std::optional<DesignForces<Space>> OfModulus;
  std::unique_ptr<DesignTemperature<Space>> Temperature;
  ///@{
  /// Those of the last updateDesignForces(), if there is a temperature.
  const Vector<Space>* Density = nullptr;
  const Vector<Space>* Moduli = nullptr;
  ///@}
  Vector<Space> FromDesign;          ///< forces of the design; empty without them
  std::vector<Vector<Space>> Totals; ///< all forces of each load case; empty without them
  std::vector<Vector<Space>> Trials; ///< empty before start()
};
}

#endif
