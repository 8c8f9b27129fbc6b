#ifndef TRABECULA_OPTIMIZATION_SETTINGS_PROBLEMIDENTITY_H
#define TRABECULA_OPTIMIZATION_SETTINGS_PROBLEMIDENTITY_H

#include "Optimization/Settings/SettingsTable.h"
#include "Optimization/TopologyProblem.h"

#include <cstdint>
#include <string>
#include <vector>

namespace trabecula
{
/// One setting or field that affects the iterates of a problem.
struct IdentityPart
{
  std::string name;              ///< user-visible name, for example "Volume Fraction"
  std::string value;             ///< as text: a setting with all digits, or the size of a field
  std::uint64_t fingerprint = 0; ///< of the values of a field; 0 for settings
};

/// The parts of a problem that affect its iterates, for messages about differences. Equal if and
/// only if fingerprint() is.
using ProblemIdentity = std::vector<IdentityPart>;

/// Name of the part for the initial design, in the identity of every method; later iterates do not
/// depend on it if a state is restored.
constexpr const char* StartPart = "the start";

ProblemIdentity identify(const TopologyProblem& problem);

/// The body that is optimized; see StructuralProblem and TopologyProblem.
struct IdentifiedBody
{
  const Mesh& mesh; ///< empty for a patch, of which identities have parts of their own
  const std::vector<double>& poissonsRatios;
  const std::vector<double>& solidFractions;
};

///@{
/// Of conditions and a design on any discretization. @param settings all of them
std::uint64_t fingerprint(const IdentifiedBody& body, const ElasticConditions& conditions,
  const DesignProblem& design, const std::vector<Setting>& settings);
ProblemIdentity identify(const IdentifiedBody& body, const ElasticConditions& conditions,
  const DesignProblem& design, const std::vector<Setting>& settings);
///@}

/// The differences in words: "Volume Fraction was 0.3 and is 0.4". Empty if there are none.
std::string differenceInWords(const ProblemIdentity& then, const ProblemIdentity& now);
}

#endif
