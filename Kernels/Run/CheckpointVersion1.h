#ifndef TRABECULA_RUN_CHECKPOINTVERSION1_H
#define TRABECULA_RUN_CHECKPOINTVERSION1_H

#include "Run/Checkpoint.h"

namespace trabecula
{
class CheckpointInput;

/**
 * Reads the parts of a file of version 1, which was written by SIMP on element densities only.
 * Parts have a fixed order and no names in the file; they get the present names of the method.
 *
 * The header, which is that of version 2, is followed by
 *
 *   int64     execution space: 0 host, 1 CUDA
 *   string    the device
 *   uint64    parts of the problem's identity, each
 *               string   name
 *               string   value
 *               uint64   fingerprint
 *   uint64    records of the history, from iteration 0, each
 *               int64    iteration, solver iterations
 *               double   compliance, objective, volume fraction, density change, residual, seconds
 *   double    least modulus of the preconditioner
 *   int64     updates and prepared of the method of moving asymptotes
 *   field     design, density, energies, adjoint, adjointEnergies, last, beforeLast,
 *             lowerAsymptotes, upperAsymptotes; empty if not used by the problem
 *   field     the initial design
 *   uint64    load cases, each
 *               field    displacement
 *   uint64    checksum
 */
Checkpoint readCheckpointVersion1(CheckpointInput& file);
}

#endif
