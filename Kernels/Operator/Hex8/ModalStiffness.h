#ifndef TRABECULA_OPERATOR_HEX8_MODALSTIFFNESS_H
#define TRABECULA_OPERATOR_HEX8_MODALSTIFFNESS_H

#include "Element/Hex8Modal.h"
#include "Mesh/ElementShapes.h"

#include <vector>

namespace trabecula
{
/// Stiffness matrices of a mesh's element shapes for a Young's modulus of one, in the form of
/// Element/Hex8Modal.h that fits all of them.
struct ModalStiffness
{
  ModalForm form = ModalForm::General;
  /// modalEntries(form) entries a shape; entry after entry, in each one shape after another.
  std::vector<double> entries;
};

/// Couplings below 1e-13 of the largest entry are taken for rounding.
ModalStiffness makeModalStiffness(const ElementShapes& shapes, double poissonsRatio);
}

#endif
