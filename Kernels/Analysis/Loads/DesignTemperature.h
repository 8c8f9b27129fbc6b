#ifndef TRABECULA_ANALYSIS_LOADS_DESIGNTEMPERATURE_H
#define TRABECULA_ANALYSIS_LOADS_DESIGNTEMPERATURE_H

#include "Analysis/AnalysisModel.h"
#include "Analysis/Loads/DesignForces.h"
#include "Analysis/Loads/NamedSystems.h"
#include "Analysis/StructuralProblem.h"
#include "Core/Vectors/Vector.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
/// Conductivity as a function of Young's modulus where both are interpolated alike.
struct ConductivityOfModulus
{
  double ofVoid; ///< conductivity, power per length and temperature
  double ofSolid;
  double voidModulus; ///< force per area
  double solidModulus;

  double slope() const
  {
    return (this->ofSolid - this->ofVoid) / (this->solidModulus - this->voidModulus);
  }
};

/**
 * The temperature of a design, which heats it: a field that is solved by conduction before the
 * displacements, as the forces of its thermal strain load them. Each function of the displacements
 * has an adjoint of it, which is solved after them (Haftka, "Techniques for thermal sensitivity
 * analysis", Int. J. Numer. Meth. Eng. 17, 1981).
 *
 * For K_T(k) T = q and a function J of displacements, K_T tau = dJ/dT = (df/dT)^T dJ/df gives dJ/dk
 * = -tau.(dK_T/dk) T. A single part.
 */
template <class Space>
class DesignTemperature
{
public:
  /**
   * @param conduction may be shared by several, which solve one after another
   * @param heat, start see DesignConduction
   * @param structure whose mesh is that of the forces; its thermal strain has the expansion and the
   * reference
   */
  DesignTemperature(std::shared_ptr<AnalysisModel<Space>> conduction,
    const ConductivityOfModulus& law, const std::vector<double>& heat,
    const std::vector<double>& start, const StructuralProblem& structure);

  /// Gives the model the conductivities of a design. @param moduli of elements
  void setModuli(const Vector<Space>& moduli);
  /// Sets the trial field to the accepted one, and back.
  void start();
  void accept();

  /// Solves the trial temperature, and sets the forces of elements to those of its thermal strain,
  /// for a modulus of one. @param forces of the mesh of the structure @return false if stopped
  bool solve(DesignForces<Space>& forces, const LoadSolveSettings& settings, SolveSummary& summary,
    Observer& observer);
  /// Solves for an adjoint, for the moduli of the last setModuli().
  /// @param byForces derivatives of J by forces that act in all load cases, for fixed temperatures
  /// @param adjoint of the layout of temperatures; also the initial guess @return false if stopped
  bool solveAdjoint(const DesignForces<Space>& forces, const Vector<Space>& byForces,
    Vector<Space>& adjoint, const LoadSolveSettings& settings, Observer& observer);
  /// result += -tau.(K_p T) dk/dE for each element, with the accepted temperature.
  void addDerivatives(const Vector<Space>& adjoint, Vector<Space>& result) const;

  ///@{
  /// The accepted temperature, 1 per node.
  const Vector<Space>& temperature() const { return this->Temperature; }
  Vector<Space>& temperature() { return this->Temperature; }
  ///@}

  /// Bytes of an instance, without its conduction model.
  static std::size_t memory(std::size_t entries, std::size_t nodes, std::size_t elements);

private:
  /// Elements of one type.
  struct Group
  {
    CellType type;
    DeviceVector<std::int32_t, Space> elements;
  };

  /// Calls work(group, element traits) for elements of each type.
  template <class Work>
  void forGroups(const DesignForces<Space>& forces, const Work& work) const;
  /// @return false if stopped
  bool solveOne(const NamedSystem<Space>& system, const LoadSolveSettings& settings,
    SolveSummary& summary, Observer& observer);

  std::shared_ptr<AnalysisModel<Space>> Conduction;
  ConductivityOfModulus Law;
  double Reference;
  std::vector<Group> Groups;
  DeviceVector<double, Space> Points;
  DeviceVector<double, Space> Factors; ///< stress of one unit of temperature and modulus
  Vector<Space> Heat;
  Vector<Space> Conductivities;
  const Vector<Space>* Moduli = nullptr;
  Vector<Space> Temperature;
  Vector<Space> Trial;
};
}

#endif
