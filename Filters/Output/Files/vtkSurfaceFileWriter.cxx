#include "vtkSurfaceFileWriter.h"

#include "PrintableSurface.h"
#include "RequestGuard.h"

#include "Core/Error.h"

#include "vtkErrorCode.h"
#include "vtkInformation.h"
#include "vtkMultiProcessController.h"
#include "vtkPolyData.h"

#include <cstdio>

#include <unistd.h>

using trabecula::Error;

//----------------------------------------------------------------------------
vtkSurfaceFileWriter::~vtkSurfaceFileWriter()
{
  this->SetFileName(nullptr);
}

//----------------------------------------------------------------------------
int vtkSurfaceFileWriter::FillInputPortInformation(int, vtkInformation* info)
{
  info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkPolyData");
  return 1;
}

//----------------------------------------------------------------------------
int vtkSurfaceFileWriter::Write()
{
  this->ErrorMessage.clear();
  return this->Superclass::Write() && this->ErrorMessage.empty() ? 1 : 0;
}

//----------------------------------------------------------------------------
void vtkSurfaceFileWriter::WriteData()
{
  this->SetErrorCode(vtkErrorCode::NoError);
  trabecula::filters::runGuarded([this] { this->WriteFile(); },
    []
    {
      return std::string("There is not enough memory to write the surface. Tick Decimate in "
                         "Topology Surface, which makes fewer triangles.");
    },
    [this](const std::string& message)
    {
      this->ErrorMessage = message;
      this->SetErrorCode(vtkErrorCode::UserError);
      vtkErrorMacro(<< message);
    });
}

//----------------------------------------------------------------------------
void vtkSurfaceFileWriter::WriteFile()
{
  using namespace trabecula::filters;
  auto* const input = vtkPolyData::SafeDownCast(this->GetInput());
  vtkMultiProcessController* controller = vtkMultiProcessController::GetGlobalController();
  if (controller && controller->GetNumberOfProcesses() > 1)
  {
    const int own = input && input->GetNumberOfCells() > 0 ? 1 : 0;
    int all = 0;
    controller->AllReduce(&own, &all, 1, vtkCommunicator::SUM_OP);
    const bool isSilent = all > 0 ? own == 0 : controller->GetLocalProcessId() > 0;
    if (isSilent)
    {
      return;
    }
    if (all > 1)
    {
      throw Error("The surface is divided among " + std::to_string(all) +
        " ranks. Bring it together with the filter Aggregate Dataset.");
    }
  }
  if (!this->FileName || !*this->FileName)
  {
    throw Error("FileName is empty. Choose the file to write.");
  }
  trabecula::Observer observer;
  this->UpdateProgress(0.0);
  PrintableSurface surface = readPrintableSurface(input, observer);
  this->UpdateProgress(0.5);
  constexpr const char* units[] = { "mm", "mm", "cm", "m", "inch" };
  if (this->LengthUnit != UNIT_OF_DATA || surface.unit.empty())
  {
    surface.unit = units[this->LengthUnit];
  }
  // What was there before stays if writing fails.
  const std::string path = this->FileName;
  const std::string unfinished = path + ".part";
  try
  {
    this->WriteSurface(surface, unfinished);
    if (std::rename(unfinished.c_str(), path.c_str()) != 0)
    {
      throw Error("The file \"" + path + "\" cannot be written. Choose another name or folder.");
    }
  }
  catch (...)
  {
    unlink(unfinished.c_str());
    throw;
  }
  this->UpdateProgress(1.0);
}

//----------------------------------------------------------------------------
void vtkSurfaceFileWriter::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "FileName: " << (this->FileName ? this->FileName : "(none)") << "\n";
  os << indent << "LengthUnit: " << this->LengthUnit << "\n";
  os << indent << "ErrorMessage: " << this->ErrorMessage << "\n";
}
