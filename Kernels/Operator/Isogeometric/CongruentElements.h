#ifndef TRABECULA_OPERATOR_ISOGEOMETRIC_CONGRUENTELEMENTS_H
#define TRABECULA_OPERATOR_ISOGEOMETRIC_CONGRUENTELEMENTS_H

#include "Mesh/Nurbs/NurbsPatch.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * Classes of spans with the same functions up to a shift: those whose knots, as far as functions of
 * the span depend on them, have the same distances. Uniform knot vectors of degree p have at most
 * 2 p - 1 classes, as end knots are repeated.
 */
struct SpanClasses
{
  std::vector<std::int32_t> ofSpan;
  std::vector<std::int32_t> representatives; ///< a span of each class
};

SpanClasses congruentSpans(int degree, const std::vector<double>& knots);

/// Distinct element matrices of a patch with an affine map, for E = 1.
struct CongruentElements
{
  std::array<SpanClasses, 3> classes;
  /// Of class (x, y, z), x fastest: symmetric, unknowns as in the patch, dimension * function +
  /// component with functions numbered direction by direction.
  std::vector<double> matrices;

  std::size_t count() const;
};

/// Number of distinct element matrices, without computing them.
std::size_t congruentClasses(const NurbsPatch& patch);

CongruentElements makeCongruentElements(const NurbsPatch& patch, double poissonsRatio);
}

#endif
