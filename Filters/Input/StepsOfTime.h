#ifndef TRABECULA_FILTERS_STEPSOFTIME_H
#define TRABECULA_FILTERS_STEPSOFTIME_H

#include <vector>

class vtkInformation;
class vtkInformationVector;

namespace trabecula::filters
{
// For filters whose time steps are their own, such as iterations or modes, and not those of the
// input.

/// Requests the first time step of all inputs.
void requestFirstTimes(vtkInformationVector** inputVector, int numberOfPorts);

/// Lists the time steps of an output; none if the list is empty, also if the input has some.
void listTimes(vtkInformation* outInfo, const std::vector<double>& times);

/// Returns the requested time of an output; 0 if none is requested.
double requestedTime(vtkInformation* outInfo);
}

#endif
