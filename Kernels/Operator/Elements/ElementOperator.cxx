#include "Operator/Elements/ElementOperator.h"

#include "Operator/Elements/ElementOperator.inl"

namespace trabecula
{
template class ElementOperator<CompiledSpace, Elasticity>;
}
