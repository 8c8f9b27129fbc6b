#ifndef TRABECULA_FILTERS_TENSORCOMPONENTS_H
#define TRABECULA_FILTERS_TENSORCOMPONENTS_H

namespace trabecula::filters
{
/// Names of the components of symmetric tensors in the order of their arrays.
constexpr const char* TensorComponents[6] = { "XX", "YY", "ZZ", "XY", "YZ", "XZ" };
}

#endif
