#ifndef TRABECULA_FILTERS_RANKMESSAGES_H
#define TRABECULA_FILTERS_RANKMESSAGES_H

#include "vtkType.h"

#include <functional>
#include <string>
#include <vector>

class vtkMultiProcessController;
class vtkMultiProcessStream;

/// Communication between ranks. All ranks must call what is collective, and in the same order; what
/// is not says so.
namespace trabecula::filters
{
/// Runs work of this rank, and throws on all ranks if it failed on any.
/// @param lackOfMemory the message where memory is not sufficient
/// @throws Error with the message of the first rank that failed, "Rank 1: ..." unless it is rank 0
void runTogether(vtkMultiProcessController& controller, const std::function<void()>& work,
  const std::function<std::string()>& lackOfMemory);

/// The text of the first rank on which it is not empty; empty if there is none.
std::string firstText(vtkMultiProcessController& controller, const std::string& mine);

/// The largest values of all ranks.
std::vector<int> largestOf(vtkMultiProcessController& controller, const std::vector<int>& mine);

/// The numbers of rank 0 on all ranks. Others wait for it without using the processor, as
/// receiveStream() does.
std::vector<double> numbersOfFirst(
  vtkMultiProcessController& controller, const std::vector<double>& mine);

/// Sends to or receives from one other rank; not collective.
void sendStream(vtkMultiProcessController& controller, const vtkMultiProcessStream& stream, int to);
/// Waits for it without using the processor, if the controller can tell whether there is a message.
void receiveStream(vtkMultiProcessController& controller, vtkMultiProcessStream& stream, int from);
void sendBytes(vtkMultiProcessController& controller, const void* bytes, vtkIdType count, int to);
void receiveBytes(vtkMultiProcessController& controller, void* bytes, vtkIdType count, int from);
}

#endif
