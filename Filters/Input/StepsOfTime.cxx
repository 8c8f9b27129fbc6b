#include "StepsOfTime.h"

#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkStreamingDemandDrivenPipeline.h"

namespace trabecula::filters
{
namespace
{
using SDDP = vtkStreamingDemandDrivenPipeline;

void requestFirstTime(vtkInformation* inInfo)
{
  if (inInfo->Has(SDDP::TIME_STEPS()) && inInfo->Length(SDDP::TIME_STEPS()) > 0)
  {
    inInfo->Set(SDDP::UPDATE_TIME_STEP(), inInfo->Get(SDDP::TIME_STEPS(), 0));
  }
  else if (inInfo->Has(SDDP::TIME_RANGE()))
  {
    inInfo->Set(SDDP::UPDATE_TIME_STEP(), inInfo->Get(SDDP::TIME_RANGE())[0]);
  }
  else
  {
    inInfo->Remove(SDDP::UPDATE_TIME_STEP());
  }
}
}

void requestFirstTimes(vtkInformationVector** inputVector, int numberOfPorts)
{
  for (int port = 0; port < numberOfPorts; ++port)
  {
    for (int i = 0; i < inputVector[port]->GetNumberOfInformationObjects(); ++i)
    {
      requestFirstTime(inputVector[port]->GetInformationObject(i));
    }
  }
}

void listTimes(vtkInformation* outInfo, const std::vector<double>& times)
{
  if (times.empty())
  {
    outInfo->Remove(SDDP::TIME_STEPS());
    outInfo->Remove(SDDP::TIME_RANGE());
    return;
  }
  const double range[2] = { times.front(), times.back() };
  outInfo->Set(SDDP::TIME_STEPS(), times.data(), static_cast<int>(times.size()));
  outInfo->Set(SDDP::TIME_RANGE(), range, 2);
}

double requestedTime(vtkInformation* outInfo)
{
  return outInfo->Has(SDDP::UPDATE_TIME_STEP()) ? outInfo->Get(SDDP::UPDATE_TIME_STEP()) : 0.0;
}
}
