#ifndef TRABECULA_FILTERS_COMPOSITEINPUT_H
#define TRABECULA_FILTERS_COMPOSITEINPUT_H

#include <string>

class vtkInformationVector;

namespace trabecula::filters
{
/**
 * The class of the composite data that an input port is connected to; empty if it is no composite.
 *
 * Executives call filters that take datasets once for each block of composite data, but a block is
 * not the part, and results of several blocks could not be told apart. REQUEST_UPDATE_TIME is the
 * last pass that sees the whole, and the one to ask in.
 */
std::string compositeInput(vtkInformationVector* port);
}

#endif
