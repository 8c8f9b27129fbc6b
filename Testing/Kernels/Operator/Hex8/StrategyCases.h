#ifndef TRABECULA_TESTING_KERNELS_STRATEGYCASES_H
#define TRABECULA_TESTING_KERNELS_STRATEGYCASES_H

#include "Support/Random.h"

#include "Mesh/Mesh.h"
#include "Operator/Hex8/Strategy.h"

#include <string>
#include <vector>

namespace trabecula::testing
{
/// A combination of settings with which a strategy is requested.
struct StrategyChoice
{
  Strategy strategy;
  bool reproducible;
};

/// Returns all strategies of a space; on CUDA those that can be reproducible are included both
/// ways.
std::vector<StrategyChoice> strategyChoices(ExecutionSpace space);

/// Returns wedges around an axis, whose nodes belong to more elements than those of a structured
/// mesh.
Mesh fanMesh(int wedges, int layers);

/// Shears elements so that parallel opposite faces remain parallel.
Mesh sheared(Mesh mesh);

struct NamedMesh
{
  std::string name;
  Mesh mesh;
};

/// Returns meshes of few and of many shapes, all with unstructured numbering.
std::vector<NamedMesh> manyShapes(Random& random);

/// Returns meshes that Strategy::Congruent supports: bricks, bricks of two sizes, parallelepipeds,
/// others.
std::vector<NamedMesh> fewShapes(Random& random);
}

#endif
