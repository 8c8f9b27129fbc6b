#include "Optimization/Settings/IdentityParts.h"

#include "Core/Text.h"

#include <string>

namespace trabecula
{
void addTypes(Hash& hash, const Mesh& mesh)
{
  if (mesh.isMixed())
  {
    hash.add(mesh.types);
  }
}

IdentityPart partOf(const Mesh& mesh)
{
  Hash hash;
  hash.add(mesh.points);
  hash.add(mesh.connectivity);
  addTypes(hash, mesh);
  return { "the mesh",
    countText(static_cast<std::int64_t>(mesh.numberOfElements()), "cell") + " and " +
      countText(static_cast<std::int64_t>(mesh.numberOfNodes()), "point"),
    hash.value() };
}

void addSettings(ProblemIdentity& identity, const std::vector<Setting>& settings)
{
  for (const Setting& setting : settings)
  {
    if (setting.decidesIterates)
    {
      identity.push_back({ setting.name, textOf(setting) });
    }
  }
}

std::uint64_t fingerprintOf(const ProblemIdentity& identity)
{
  Hash hash;
  for (const IdentityPart& part : identity)
  {
    const std::string text = part.name + "=" + part.value;
    hash.add(text.size());
    hash.addBytes(text.data(), text.size());
    hash.add(part.fingerprint);
  }
  return hash.value();
}
}
