#ifndef TRABECULA_OPERATOR_HEX8_HEX8CONGRUENTOPERATOR_H
#define TRABECULA_OPERATOR_HEX8_HEX8CONGRUENTOPERATOR_H

#include "Mesh/ElementShapes.h"
#include "Operator/Hex8/Hex8Operator.h"
#include "Operator/Hex8/ModalStiffness.h"

namespace trabecula
{
/**
 * Strategy::Congruent: one stiffness matrix, in the Walsh-Hadamard basis of the corners, for all
 * elements of a shape (defined in Mesh/ElementShapes.h).
 */
template <class Space>
class Hex8CongruentOperator : public Hex8Operator<Space>
{
public:
  /// @param shapes of all elements @param stiffness their matrices
  Hex8CongruentOperator(const OperatorLayouts<Space>& layouts, const Mesh& mesh,
    double poissonsRatio, bool reproducible, const ElementShapes& shapes,
    const ModalStiffness& stiffness);

  Strategy strategy() const override { return Strategy::Congruent; }

  ModalForm form() const { return this->Stiffness.form; }
  int shapes() const { return this->Shapes; }

  static std::size_t memory(std::size_t nodes, std::size_t elements, bool reproducible);

protected:
  void product(const Vector<Space>& x, Vector<Space>& y) override;
  int productDot(const Vector<Space>& x, Vector<Space>& y, double* partials) override;

private:
  Hex8CongruentOperator(const OperatorLayouts<Space>& layouts, const Mesh& mesh,
    double poissonsRatio, bool reproducible, const ElementShapes& shapes,
    const ModalStiffness& stiffness, const std::vector<std::int32_t>& order);

  int Shapes;
  ModalStiffness Stiffness;
  DeviceVector<double, Space> Entries;               ///< of Stiffness
  DeviceVector<std::uint8_t, Space> ShapeOfPosition; ///< host only; on CUDA it is a tag of Sums
};

/// The shapes of a mesh. @throws Error if there are more than ElementShapes::Most.
ElementShapes requireFewShapes(const Mesh& mesh);
}

#endif
