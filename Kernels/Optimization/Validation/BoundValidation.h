#ifndef TRABECULA_OPTIMIZATION_VALIDATION_BOUNDVALIDATION_H
#define TRABECULA_OPTIMIZATION_VALIDATION_BOUNDVALIDATION_H

namespace trabecula
{
struct DesignedStructure;

/// Checks that the problem has what its responses need. @throws Error
void checkResponses(const DesignedStructure& problem);
/// Checks bounds on responses, and what goes with which objective, optimizer and filter. @throws
/// Error
void checkBounds(const DesignedStructure& problem);
}

#endif
