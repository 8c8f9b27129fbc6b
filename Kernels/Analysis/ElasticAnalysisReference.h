#ifndef TRABECULA_ANALYSIS_ELASTICANALYSISREFERENCE_H
#define TRABECULA_ANALYSIS_ELASTICANALYSISREFERENCE_H

#include "Analysis/ElasticAnalysis.h"

namespace trabecula::reference
{
/// analyseElastic() with a direct solver, and derivatives of shape functions at the centre by the
/// textbook (Hughes, The Finite Element Method, section 3.9).
ElasticAnalysis analyseElastic(const StructuralProblem& problem, const std::vector<double>& shares);
}

#endif
