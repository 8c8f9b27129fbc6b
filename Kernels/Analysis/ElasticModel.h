#ifndef TRABECULA_ANALYSIS_ELASTICMODEL_H
#define TRABECULA_ANALYSIS_ELASTICMODEL_H

#include "Analysis/AnalysisModel.h"
#include "Analysis/StructuralProblem.h"

namespace trabecula
{
/// The model of a structure: (K(E) + springs) u = f for variable Young's moduli E.
template <class Space>
using ElasticModel = AnalysisModel<Space>;
}

#endif
