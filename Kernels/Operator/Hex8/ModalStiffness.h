#ifndef TRABECULA_OPERATOR_HEX8_MODALSTIFFNESS_H
#define TRABECULA_OPERATOR_HEX8_MODALSTIFFNESS_H

#include "Element/Hex8Modal.h"
#include "Mesh/ElementShapes.h"

#include <vector>

namespace trabecula
{
/// Stiffness matrices of a mesh's element shapes for a Young's modulus of one, in the sparsest form
/// of Element/Hex8Modal.h that represents all of them.
struct ModalStiffness
{
  ModalForm form = ModalForm::General;
  /// modalEntries(form) entries per shape; entry of shape at entry * shapes + shape.
  std::vector<double> entries;
};

/// Couplings below 1e-13 of the largest entry are treated as rounding errors.
ModalStiffness makeModalStiffness(const ElementShapes& shapes, double poissonsRatio);
}

#endif
