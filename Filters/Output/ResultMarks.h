#ifndef TRABECULA_FILTERS_RESULTMARKS_H
#define TRABECULA_FILTERS_RESULTMARKS_H

#include <string>

class vtkDataObject;
class vtkInformationVector;
class vtkObjectBase;

namespace trabecula::filters
{
/// Field array of outputs that do not belong to the present inputs and properties, but to the last
/// complete run: one string, the reason. Filters downstream pass it on with other field data.
constexpr const char* OutOfDate = "OutOfDate";

/// Field array of empty outputs that will have data without another request, as those of a live run
/// before its first iterate: one string, what is awaited.
constexpr const char* Awaited = "Awaited";

/// Field array of empty outputs of a filter or source that has ended with an error: one string, the
/// error with the name of the class. Filters downstream pass it on instead of an error of their
/// own.
constexpr const char* Failed = "Failed";

/// Field array of designs of a live run in progress: one string. Faults of such a design may be
/// corrected by the next one.
constexpr const char* InProgress = "InProgress";

/// Field array of invalid designs, because a bound is exceeded or a load is not connected to a
/// support: one string, the fault. Filters downstream pass it on.
constexpr const char* DesignFault = "DesignFault";

/// Field array of all designs: one string, the verdict on the design.
constexpr const char* VerdictText = "Verdict";

/// Returns the text of the mark Failed: the error and the class that reported it, without VTK's
/// prefix.
std::string failureOf(const vtkObjectBase& algorithm, const std::string& error);

/// Sets a field array of one string. No effect on null.
void setMark(vtkDataObject* data, const char* name, const std::string& text);

/// Returns the text of a mark; empty if there is none.
std::string markOf(vtkDataObject* data, const char* name);

/// Sets a mark if its text is not empty. No effect on null.
void passMark(vtkDataObject* data, const char* name, const std::string& text);

/// Returns the text of the first input that is empty and has the mark Awaited; empty if there is
/// none.
std::string awaitedInput(vtkInformationVector** inputVector, int numberOfPorts);

/// Returns the text of the first input that is empty and has the mark Failed; empty if there is
/// none.
std::string failedInput(vtkInformationVector** inputVector, int numberOfPorts);

/// Whether an output has neither points nor rows.
bool isEmpty(vtkDataObject* data);

/// Whether any input has a mark.
bool hasMark(vtkInformationVector** inputVector, int numberOfPorts, const char* name);
}

#endif
