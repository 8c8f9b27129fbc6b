#ifndef TRABECULA_OPTIMIZATION_SETTINGS_IDENTITYPARTS_H
#define TRABECULA_OPTIMIZATION_SETTINGS_IDENTITYPARTS_H

#include "Core/Hash.h"
#include "Mesh/Mesh.h"
#include "Optimization/Settings/ProblemIdentity.h"
#include "Optimization/Settings/SettingsTable.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
// The functions below are used by the identities of all kinds of problems.

/// Adds the types of elements of a mesh that has several. Identities of other meshes are those of
/// versions without mixed meshes.
void addTypes(Hash& hash, const Mesh& mesh);

IdentityPart partOf(const Mesh& mesh);

template <class T>
IdentityPart partOf(const char* name, const std::vector<T>& values)
{
  Hash hash;
  hash.add(values);
  return { name, values.empty() ? "none" : "given", hash.value() };
}

/// Adds the settings that affect iterates.
void addSettings(ProblemIdentity& identity, const std::vector<Setting>& settings);

/// A fingerprint of all parts.
std::uint64_t fingerprintOf(const ProblemIdentity& identity);
}

#endif
