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
// What identities of problems of all kinds are made of.

/// Types of elements, of meshes that have several: identities of the others are those of versions
/// that knew no mixed meshes.
void addTypes(Hash& hash, const Mesh& mesh);

IdentityPart partOf(const Mesh& mesh);

template <class T>
IdentityPart partOf(const char* name, const std::vector<T>& values)
{
  Hash hash;
  hash.add(values);
  return { name, values.empty() ? "none" : "given", hash.value() };
}

/// Adds those that decide iterates.
void addSettings(ProblemIdentity& identity, const std::vector<Setting>& settings);

/// A fingerprint of all parts.
std::uint64_t fingerprintOf(const ProblemIdentity& identity);
}

#endif
