#ifndef TRABECULA_ANALYSIS_BODY_PLANELAYER_H
#define TRABECULA_ANALYSIS_BODY_PLANELAYER_H

#include "Analysis/ElasticAnalysis.h"
#include "Analysis/StructuralProblem.h"

namespace trabecula
{
/**
 * A structure of layers of elements across z, made into one in plane stress.
 *
 * Its thickness t is reduced to the mean edge h of its elements in the plane, its modulus
 * multiplied by t / h, the lower side held in z and the rest left free, so that the stress across
 * the plane vanishes as h does and forces in the plane remain what they are. In thick layers
 * elements would keep it from doing so.
 */
class PlaneLayer
{
public:
  /// @throws Error if there is a force in z
  explicit PlaneLayer(const StructuralProblem& layer);

  const StructuralProblem& problem() const { return this->Problem; }

  /// Gives the results of problem() the values of the original: stresses, energies per volume and
  /// volumes. Displacements in z are those of the thickness t.
  void restore(ElasticAnalysis& analysis) const;

private:
  StructuralProblem Problem;
  double Ratio = 1.0; ///< t / h
};
}

#endif
