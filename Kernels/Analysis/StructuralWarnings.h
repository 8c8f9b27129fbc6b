#ifndef TRABECULA_ANALYSIS_STRUCTURALWARNINGS_H
#define TRABECULA_ANALYSIS_STRUCTURALWARNINGS_H

#include "Analysis/StructuralProblem.h"

#include <string>
#include <vector>

namespace trabecula
{
/// What a user should know of a valid problem, a sentence or more each: elements that are too stiff
/// for the material, faces that are held at their corners only, parts that touch unconnected.
std::vector<std::string> warningsOf(const StructuralProblem& problem);
}

#endif
