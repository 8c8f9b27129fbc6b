#ifndef TRABECULA_ANALYSIS_FREQUENCY_FREQUENCYANALYSIS_H
#define TRABECULA_ANALYSIS_FREQUENCY_FREQUENCYANALYSIS_H

#include "Analysis/StructuralProblem.h"
#include "Core/Communication/Parts.h"
#include "Core/Device.h"
#include "Core/Observer.h"

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace trabecula
{
/// Largest number of modes of one analysis.
constexpr int MostModes = 50;

/// A body that vibrates freely, with small strains and a linear elastic material.
struct FrequencyProblem
{
  /// Without load cases and springs. Supports may leave rigid-body motions free, or be absent;
  /// prescribed displacements have no effect.
  StructuralProblem structure;
  /// Young's modulus of each element, force per area, above 0; empty means the material's.
  std::vector<double> moduli;
  /// Mass per volume, above 0: with mm, N and MPa in t/mm^3.
  double density = 1.0;
  /// Fraction of each element that has mass, above 0 and at most 1; empty for whole elements.
  std::vector<double> solidFractions;
  /// Mass at each node in addition to that of the material, at least 0; empty means none.
  std::vector<double> pointMasses;
  /// Whether the mass of elements is divided among their nodes; see Mass.
  bool isLumped = false;
  int modes = 10;          ///< number of elastic modes, from 1 to MostModes
  double tolerance = 1e-6; ///< of ||K x - lambda M x|| / ||K x||
  int maximumIterations = 300;
};

/// A mode of vibration.
struct VibrationMode
{
  double eigenvalue = 0.0; ///< square of the angular frequency, per time squared
  double frequency = 0.0;  ///< cycles per time
  double residual = 0.0;   ///< ||K x - lambda M x|| / ||K x||
  /// Mass that takes part in the mode if the supports are accelerated along x, y, z.
  std::array<double, 3> effectiveMass = {};
  /// 3 per node, scaled so that the largest displacement is 1, and its largest component positive.
  std::vector<double> shape;
};

struct FrequencyAnalysis
{
  std::vector<VibrationMode> modes; ///< by ascending frequency, without rigid-body modes
  /// Number of rigid-body motions that supports leave free, whose frequency is zero.
  int rigidModes = 0;
  double mass = 0.0; ///< of material and point masses
  int iterations = 0;
  bool converged = true;
  double solveSeconds = 0.0;
};

/**
 * Computes the lowest natural frequencies and their modes, by Lobpcg with the preconditioners of an
 * elastic model. Motions that supports leave free are known from the geometry and kept out.
 *
 * @param memoryLimit as for checkDevice()
 * @return nothing if the observer stopped it
 * @throws Error if the problem is not valid, or the solver fails
 */
std::optional<FrequencyAnalysis> analyseFrequencies(const FrequencyProblem& problem,
  const Device& device, Observer& observer, std::size_t memoryLimit = 0);
/// The same on several devices, among which the body is divided.
/// @param devices one for each part, some of which may be equal @param memoryLimit of each device
std::optional<FrequencyAnalysis> analyseFrequencies(const FrequencyProblem& problem,
  const std::vector<Device>& devices, Observer& observer, std::size_t memoryLimit = 0);
/// The same on parts, called by all processes; those after the first have modes without shapes.
std::optional<FrequencyAnalysis> analyseFrequencies(
  const FrequencyProblem& problem, Parts& parts, Observer& observer);
}

#endif
