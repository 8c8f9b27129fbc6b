#ifndef TRABECULA_ANALYSIS_STRUCTURALWARNINGS_H
#define TRABECULA_ANALYSIS_STRUCTURALWARNINGS_H

#include "Analysis/StructuralProblem.h"

#include <string>
#include <vector>

namespace trabecula
{
/// Warnings about a valid problem, a sentence or more each: elements that are too stiff for the
/// material, faces that are supported at their corners only, parts that touch without being
/// connected.
std::vector<std::string> warningsOf(const StructuralProblem& problem);
}

#endif
