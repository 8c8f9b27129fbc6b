#include "Operator/Assembled/Values/ElementValues.inl"

namespace trabecula
{
TRABECULA_INSTANTIATE_ELEMENT_VALUES(HostSpace);
}
