#include "vtkTrabeculaSource.h"

#include "RequestGuard.h"
#include "ResultMarks.h"

#include "vtkDataObject.h"
#include "vtkDemandDrivenPipeline.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkStreamingDemandDrivenPipeline.h"

//------------------------------------------------------------------------------
vtkTypeBool vtkTrabeculaSource::ProcessRequest(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  vtkTypeBool result = 1;
  // Of several ranks, the first reports what is the same on all.
  vtkInformation* outInfo = outputVector->GetInformationObject(0);
  const bool isFirst =
    !outInfo || outInfo->Get(vtkStreamingDemandDrivenPipeline::UPDATE_PIECE_NUMBER()) <= 0;
  const bool isDone = trabecula::filters::runGuarded([&]
    { result = this->Superclass::ProcessRequest(request, inputVector, outputVector); },
    [this] { return this->DescribeLackOfMemory(); },
    [this, isFirst](const std::string& message)
    {
      this->ErrorMessage = message;
      if (isFirst)
      {
        vtkErrorMacro(<< message);
      }
    });
  if (isDone && request->Has(vtkDemandDrivenPipeline::REQUEST_DATA()))
  {
    this->ErrorMessage.clear();
  }
  for (int port = 0; !isDone && port < outputVector->GetNumberOfInformationObjects(); ++port)
  {
    vtkDataObject* output = vtkDataObject::GetData(outputVector, port);
    if (output && request->Has(vtkDemandDrivenPipeline::REQUEST_DATA()))
    {
      output->Initialize();
      trabecula::filters::setMark(output, trabecula::filters::Failed,
        trabecula::filters::failureOf(*this, this->ErrorMessage));
    }
  }
  return isDone ? result : 1; // the executive would add its own message otherwise
}

//------------------------------------------------------------------------------
void vtkTrabeculaSource::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "ErrorMessage: " << this->ErrorMessage << "\n";
}
