#ifndef TRABECULA_CORE_COMMUNICATION_PROCESSES_AGREEMENT_H
#define TRABECULA_CORE_COMMUNICATION_PROCESSES_AGREEMENT_H

#include "Core/Communication/Parts.h"

#include <vector>

namespace trabecula
{
/// Returns in all processes what the first one passes; called by all at the same time.
double ofFirstProcess(Parts& parts, double value);
/// As above; those that other processes pass are ignored, and need not be as many.
std::vector<double> ofFirstProcess(Parts& parts, std::vector<double> values);
/// Returns whether all processes pass the same values, as many each; called by all at the same
/// time.
bool areAlike(Parts& parts, const std::vector<double>& values);
}

#endif
