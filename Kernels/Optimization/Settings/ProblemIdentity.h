#ifndef TRABECULA_OPTIMIZATION_SETTINGS_PROBLEMIDENTITY_H
#define TRABECULA_OPTIMIZATION_SETTINGS_PROBLEMIDENTITY_H

#include "Optimization/DesignedStructure.h"

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

///@{
/// Of conditions and a design on any discretization. @param mesh an empty one for a patch, of which
/// fingerprints and identities have parts of their own
std::uint64_t fingerprint(const DesignedConditions& problem, const Mesh& mesh,
  const std::vector<double>& poissonsRatios = {});
ProblemIdentity identify(const DesignedConditions& problem, const Mesh& mesh);
///@}

/// The differences in words: "Volume Fraction was 0.3 and is 0.4". Empty if there are none.
std::string differenceInWords(const ProblemIdentity& then, const ProblemIdentity& now);
}

#endif
