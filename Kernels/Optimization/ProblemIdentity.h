#ifndef TRABECULA_OPTIMIZATION_PROBLEMIDENTITY_H
#define TRABECULA_OPTIMIZATION_PROBLEMIDENTITY_H

#include "Optimization/TopologyProblem.h"

#include <cstdint>
#include <string>
#include <vector>

namespace trabecula
{
/// One thing that decides the iterates of a problem.
struct IdentityPart
{
  std::string name;              ///< as a user knows it, for example "Volume Fraction"
  std::string value;             ///< as text: a setting to all its digits, the size of a field
  std::uint64_t fingerprint = 0; ///< of the values of a field; 0 for settings
};

/// What tells one problem from another, part by part, so that a difference can be named. Equal
/// exactly where fingerprint() is.
using ProblemIdentity = std::vector<IdentityPart>;

/// The part of what the run begins with, in the identity of every method: later iterates do not
/// depend on it once there is a state to go on from.
constexpr const char* StartPart = "the start";

ProblemIdentity identify(const TopologyProblem& problem);

/// What is not the same, in words: "Volume Fraction was 0.3 and is 0.4". Empty if nothing differs.
std::string differenceInWords(const ProblemIdentity& then, const ProblemIdentity& now);
}

#endif
