#ifndef TRABECULA_ANALYSIS_FREQUENCY_FREQUENCYINPUT_H
#define TRABECULA_ANALYSIS_FREQUENCY_FREQUENCYINPUT_H

#include "Analysis/Frequency/FrequencyAnalysis.h"

#include <array>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// What is solved, in the numbering of a model: arrays of the structure and these belong together.
struct FrequencyInput
{
  /// The structure with further supports, which prevent all rigid-body motions: the matrix of the
  /// preconditioner. Loads of free bodies that vibrate are in equilibrium, so that these supports
  /// have no reactions.
  StructuralProblem structure;
  /// 3 per node, nonzero where modes are zero: supports, and nodes without elements.
  std::vector<std::uint8_t> supports;
  std::vector<double> moduli;      ///< of each element
  std::vector<double> densities;   ///< of each element
  std::vector<double> pointMasses; ///< of each unknown; empty means none
  /// Displacements of the rigid-body motions that the supports leave free, 3 per node each.
  std::vector<std::vector<double>> motions;
  double largestModulus = 1.0;
  std::array<double, 3> centre = {}; ///< of the whole body
  double length = 1.0;               ///< of the whole body
  bool isLumped = false;
  int modes = 1;
  double tolerance = 1e-6;
  int maximumIterations = 300;
};

/// Checks a problem and gathers what is solved. @throws Error naming the array, node or element
FrequencyInput frequencyInput(const FrequencyProblem& problem);
}

#endif
