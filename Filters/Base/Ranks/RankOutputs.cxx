#include "RankOutputs.h"

#include "DividePieces.h"
#include "PieceMessage.h"
#include "PlainPiece.h"
#include "RankMessages.h"
#include "RequestGuard.h"
#include "ResultMarks.h"

#include "Core/Error.h"

#include "vtkDataSet.h"
#include "vtkDemandDrivenPipeline.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkMultiProcessController.h"
#include "vtkMultiProcessStream.h"
#include "vtkStreamingDemandDrivenPipeline.h"

#include <memory>

namespace trabecula::filters
{
namespace
{
using SDDP = vtkStreamingDemandDrivenPipeline;

constexpr int TagOfAnswer = 98304;

enum class Sent
{
  Nothing, ///< the output is empty on ranks after the first
  Part,
  Same, ///< as the last time
  Failure
};

/// What the pipeline knows of an output of rank 0.
struct OutputFacts
{
  Sent sent = Sent::Nothing;
  bool isEmpty = false;
  bool hasTime = false;
  double time = 0.0;
  bool hasExtent = false;
  int extent[6] = { 0, -1, 0, -1, 0, -1 };
};

OutputFacts factsOf(vtkInformation* output)
{
  OutputFacts facts;
  vtkDataObject* data = vtkDataObject::GetData(output);
  facts.isEmpty = isEmpty(data);
  vtkInformation* ofData = data->GetInformation();
  facts.hasTime = ofData->Has(vtkDataObject::DATA_TIME_STEP()) != 0;
  facts.time = facts.hasTime ? ofData->Get(vtkDataObject::DATA_TIME_STEP()) : 0.0;
  facts.hasExtent = output->Has(SDDP::WHOLE_EXTENT()) != 0;
  if (facts.hasExtent)
  {
    output->Get(SDDP::WHOLE_EXTENT(), facts.extent);
  }
  return facts;
}

vtkMultiProcessStream streamOf(const OutputFacts& facts)
{
  vtkMultiProcessStream stream;
  stream << static_cast<int>(facts.sent) << (facts.isEmpty ? 1 : 0) << (facts.hasTime ? 1 : 0)
         << facts.time << (facts.hasExtent ? 1 : 0);
  for (const int bound : facts.extent)
  {
    stream << bound;
  }
  return stream;
}

OutputFacts factsFrom(vtkMultiProcessStream& stream)
{
  OutputFacts facts;
  int sent = 0;
  int flags[3] = { 0, 0, 0 };
  stream >> sent >> flags[0] >> flags[1] >> facts.time >> flags[2];
  facts.sent = static_cast<Sent>(sent);
  facts.isEmpty = flags[0] != 0;
  facts.hasTime = flags[1] != 0;
  facts.hasExtent = flags[2] != 0;
  for (int& bound : facts.extent)
  {
    stream >> bound;
  }
  return facts;
}

/// The executives of all ranks must decide alike whether to execute again.
void takeFacts(const OutputFacts& facts, vtkInformation* output)
{
  vtkInformation* ofData = vtkDataObject::GetData(output)->GetInformation();
  if (facts.hasTime)
  {
    ofData->Set(vtkDataObject::DATA_TIME_STEP(), facts.time);
  }
  else
  {
    ofData->Remove(vtkDataObject::DATA_TIME_STEP());
  }
  if (facts.hasExtent)
  {
    output->Set(SDDP::WHOLE_EXTENT(), facts.extent, 6);
  }
}
}

void RankOutputs::send(vtkMultiProcessController& controller, vtkInformation* output, Port& port,
  const GatheredPieces* input, const std::function<std::string()>& lackOfMemory, std::string& error)
{
  const int ranks = controller.GetNumberOfProcesses();
  auto* result = vtkDataSet::SafeDownCast(vtkDataObject::GetData(output));
  OutputFacts facts = factsOf(output);
  const InputStamp stamp(result);
  const bool isSame = result && port.part && port.stamp == stamp;
  vtkSmartPointer<vtkDataSet> whole;
  std::unique_ptr<ResultDivision> division;
  const auto guarded = [&](const std::function<void()>& work)
  {
    return error.empty() &&
      runGuarded(work, lackOfMemory, [&](const std::string& message) { error = message; });
  };
  if (result && !isSame)
  {
    guarded(
      [&]
      {
        whole = vtk::TakeSmartPointer(result->NewInstance());
        whole->ShallowCopy(result);
        division = std::make_unique<ResultDivision>(whole, input, ranks);
        port.part = division->isDivided() ? division->part(0) : nullptr;
      });
  }
  const bool isDivided = isSame || (division && division->isDivided());
  for (int r = 1; r < ranks; ++r)
  {
    std::unique_ptr<PieceMessage> message;
    facts.sent = isSame ? Sent::Same : Sent::Nothing;
    if (isDivided && !isSame)
    {
      guarded([&] { message = std::make_unique<PieceMessage>(makePlainPiece(division->part(r))); });
      facts.sent = Sent::Part;
    }
    facts.sent = error.empty() ? facts.sent : Sent::Failure;
    sendStream(controller, streamOf(facts), r);
    if (facts.sent == Sent::Part)
    {
      sendStream(controller, message->description(), r);
      int isReady = 0;
      controller.Receive(&isReady, 1, r, TagOfAnswer);
      if (isReady != 0)
      {
        message->sendValues(controller, r);
      }
    }
  }
  port.stamp = stamp;
  if (isDivided && port.part && error.empty())
  {
    result->ShallowCopy(port.part);
  }
  takeFacts(facts, output);
}

bool RankOutputs::receive(vtkMultiProcessController& controller, vtkInformation* output, Port& port,
  const std::function<std::string()>& lackOfMemory, std::string& error)
{
  vtkMultiProcessStream stream;
  receiveStream(controller, stream, 0);
  const OutputFacts facts = factsFrom(stream);
  if (facts.sent != Sent::Same)
  {
    port.part = nullptr;
  }
  if (facts.sent == Sent::Part)
  {
    vtkMultiProcessStream description;
    receiveStream(controller, description, 0);
    std::unique_ptr<PieceMessage> message;
    int isReady = runGuarded([&] { message = std::make_unique<PieceMessage>(description); },
                    lackOfMemory, [&](const std::string& text) { error = text; })
      ? 1
      : 0;
    controller.Send(&isReady, 1, 0, TagOfAnswer);
    if (isReady != 0)
    {
      message->receiveValues(controller, 0);
      port.part = message->piece();
    }
  }
  vtkDataObject* data = vtkDataObject::GetData(output);
  data->Initialize();
  if (port.part && port.part->GetDataObjectType() == data->GetDataObjectType())
  {
    data->ShallowCopy(port.part);
  }
  takeFacts(facts, output);
  return facts.isEmpty;
}

std::vector<bool> RankOutputs::distribute(vtkMultiProcessController& controller,
  vtkInformationVector* outputs, const GatheredPieces* input,
  const std::function<std::string()>& lackOfMemory)
{
  const int count = outputs->GetNumberOfInformationObjects();
  this->Ports.resize(static_cast<std::size_t>(count));
  std::vector<bool> wereEmpty(static_cast<std::size_t>(count), false);
  std::string error;
  for (int p = 0; p < count; ++p)
  {
    vtkInformation* output = outputs->GetInformationObject(p);
    Port& port = this->Ports[static_cast<std::size_t>(p)];
    if (output->Get(vtkDemandDrivenPipeline::DATA_NOT_GENERATED()) != 0)
    {
      continue;
    }
    if (controller.GetLocalProcessId() == 0)
    {
      wereEmpty[static_cast<std::size_t>(p)] = isEmpty(vtkDataObject::GetData(output));
      this->send(controller, output, port, input, lackOfMemory, error);
    }
    else
    {
      wereEmpty[static_cast<std::size_t>(p)] =
        this->receive(controller, output, port, lackOfMemory, error);
    }
  }
  try
  {
    runTogether(
      controller,
      [&]
      {
        if (!error.empty())
        {
          throw Error(error);
        }
      },
      lackOfMemory);
  }
  catch (const Error&)
  {
    this->Ports.clear();
    for (int p = 0; p < count; ++p)
    {
      vtkDataObject::GetData(outputs, p)->Initialize();
    }
    throw;
  }
  return wereEmpty;
}
}
