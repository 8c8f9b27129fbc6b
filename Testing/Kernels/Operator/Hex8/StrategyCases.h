#ifndef TRABECULA_TESTING_KERNELS_STRATEGYCASES_H
#define TRABECULA_TESTING_KERNELS_STRATEGYCASES_H

#include "Support/Random.h"

#include "Mesh/Mesh.h"
#include "Operator/Hex8/Strategy.h"

#include <string>
#include <vector>

namespace trabecula::testing
{
/// A strategy as it can be asked for.
struct StrategyChoice
{
  Strategy strategy;
  bool reproducible;
};

/// All that a space has, on CUDA reproducible ones both ways.
std::vector<StrategyChoice> strategyChoices(ExecutionSpace space);

/// Wedges round an axis: its nodes have more elements than those of a structured mesh.
Mesh fanMesh(int wedges, int layers);

/// Skews elements so that opposite faces that were parallel stay so.
Mesh sheared(Mesh mesh);

struct NamedMesh
{
  std::string name;
  Mesh mesh;
};

/// Meshes of few shapes and of many, all of them unstructured in their numbering.
std::vector<NamedMesh> manyShapes(Random& random);

/// Meshes that Strategy::Congruent takes: bricks, two sizes of them, parallelepipeds, others.
std::vector<NamedMesh> fewShapes(Random& random);
}

#endif
