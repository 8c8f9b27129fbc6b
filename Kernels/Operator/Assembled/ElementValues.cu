#include "Operator/Assembled/ElementValues.inl"

namespace trabecula
{
TRABECULA_INSTANTIATE_ELEMENT_VALUES(CudaSpace);
}
