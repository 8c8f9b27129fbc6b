#ifndef TRABECULA_ANALYSIS_BODY_PLANELAYER_H
#define TRABECULA_ANALYSIS_BODY_PLANELAYER_H

#include "Analysis/ElasticAnalysis.h"
#include "Analysis/StructuralProblem.h"

namespace trabecula
{
/**
 * Transforms a structure of one layer of elements in z into a structure in plane stress.
 *
 * Its thickness t is reduced to the mean edge h of its elements in the plane, its modulus
 * multiplied by t / h, the lower side supported in z and the rest free in z. Forces in the plane
 * are unchanged, and the stress across the plane vanishes with h, which elements of a thick layer
 * would prevent.
 */
class PlaneLayer
{
public:
  /// @throws Error if there is a force in z
  explicit PlaneLayer(const StructuralProblem& layer);

  const StructuralProblem& problem() const { return this->Problem; }

  /// Transforms the results of problem() to those of the original: stresses, energies per volume
  /// and volumes. Displacements in z are those of the thickness t.
  void restore(ElasticAnalysis& analysis) const;

private:
  StructuralProblem Problem;
  double Ratio = 1.0; ///< t / h
};
}

#endif
