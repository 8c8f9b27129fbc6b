#include "RankInputs.h"

#include "InputStructure.h"
#include "MergePieces.h"
#include "PieceMessage.h"
#include "PlainPiece.h"
#include "RankMessages.h"
#include "RankSelections.h"
#include "ResultMarks.h"

#include "Core/Error.h"

#include "vtkDataObject.h"
#include "vtkInformation.h"
#include "vtkInformationDoubleKey.h"
#include "vtkMultiProcessController.h"
#include "vtkNew.h"
#include "vtkSelection.h"

#include <algorithm>
#include <memory>

namespace trabecula::filters
{
namespace
{
vtkDataSet* pieceAt(vtkInformationVector** inputs, std::size_t port, std::size_t connection)
{
  return vtkDataSet::GetData(inputs[port], static_cast<int>(connection));
}

/// Calls work(), with the name of an input before its errors.
template <class Work>
void runForInput(const std::string& name, const Work& work)
{
  try
  {
    work();
  }
  catch (const Error& error)
  {
    throw Error((name.empty() ? "" : name + ": ") + error.what());
  }
}

/// The pieces of all ranks as one dataset on rank 0; nothing on the others. Collective.
/// @throws Error on all ranks
GatheredPieces gatherPieces(vtkMultiProcessController& controller, vtkDataSet* mine,
  const std::string& name, const GatheringTexts& texts)
{
  const int ranks = controller.GetNumberOfProcesses();
  const bool isFirst = controller.GetLocalProcessId() == 0;
  std::unique_ptr<PieceMessage> sent;
  runTogether(
    controller,
    [&]
    {
      runForInput(name,
        [&]
        {
          if (mine)
          {
            requireValidStructure(mine);
          }
          sent = std::make_unique<PieceMessage>(makePlainPiece(mine));
        });
    },
    texts.lackOfMemory);

  std::vector<vtkMultiProcessStream> descriptions(static_cast<std::size_t>(ranks));
  for (int r = 1; isFirst && r < ranks; ++r)
  {
    receiveStream(controller, descriptions[static_cast<std::size_t>(r)], r);
  }
  if (!isFirst)
  {
    sendStream(controller, sent->description(), 0);
  }
  std::vector<std::unique_ptr<PieceMessage>> received;
  runTogether(
    controller,
    [&]
    {
      for (int r = 1; isFirst && r < ranks; ++r)
      {
        received.push_back(
          std::make_unique<PieceMessage>(descriptions[static_cast<std::size_t>(r)]));
      }
    },
    texts.lackOfMemory);
  if (!isFirst)
  {
    sent->sendValues(controller, 0);
  }
  Pieces pieces = { sent->piece() };
  for (std::size_t i = 0; i < received.size(); ++i)
  {
    received[i]->receiveValues(controller, static_cast<int>(i) + 1);
    pieces.push_back(received[i]->piece());
  }

  GatheredPieces gathered;
  runTogether(
    controller,
    [&]
    {
      if (isFirst)
      {
        runForInput(name, [&] { gathered = mergePieces(pieces, texts.mustAgree); });
      }
    },
    texts.lackOfMemory);
  return gathered;
}

/// The whole dataset of rank 0 on all ranks. Collective. @throws Error on all ranks
vtkSmartPointer<vtkDataSet> shareWhole(vtkMultiProcessController& controller,
  const vtkSmartPointer<vtkDataSet>& whole, const GatheringTexts& texts)
{
  const bool isFirst = controller.GetLocalProcessId() == 0;
  std::unique_ptr<PieceMessage> message;
  runTogether(
    controller,
    [&] { message = isFirst ? std::make_unique<PieceMessage>(makePlainPiece(whole)) : nullptr; },
    texts.lackOfMemory);
  vtkMultiProcessStream description;
  for (int r = 1; isFirst && r < controller.GetNumberOfProcesses(); ++r)
  {
    sendStream(controller, message->description(), r);
  }
  if (!isFirst)
  {
    receiveStream(controller, description, 0);
  }
  runTogether(
    controller,
    [&]
    {
      if (!isFirst)
      {
        message = std::make_unique<PieceMessage>(description);
      }
    },
    texts.lackOfMemory);
  for (int r = 1; isFirst && r < controller.GetNumberOfProcesses(); ++r)
  {
    message->sendValues(controller, r);
  }
  if (isFirst)
  {
    return whole;
  }
  message->receiveValues(controller, 0);
  return message->piece();
}
}

void RankInputs::gather(vtkMultiProcessController& controller, vtkInformationVector** inputs,
  int numberOfPorts, const GatheringTexts& texts)
{
  this->Connections.resize(static_cast<std::size_t>(numberOfPorts));
  for (std::size_t port = 0; port < this->Connections.size(); ++port)
  {
    this->Connections[port].resize(
      static_cast<std::size_t>(inputs[port]->GetNumberOfInformationObjects()));
  }
  this->FailedInput = firstText(controller, trabecula::filters::failedInput(inputs, numberOfPorts));
  this->gatherChanged(controller, inputs, texts);
  this->Error.clear();
  if (!this->FailedInput.empty())
  {
    this->Error = "There is no input: " + this->FailedInput;
  }
  for (const auto& ofPort : this->Connections)
  {
    for (const Connection& connection : ofPort)
    {
      this->Error = this->Error.empty() ? connection.error : this->Error;
    }
  }
  this->gatherSelections(controller, inputs, texts);
  if (controller.GetLocalProcessId() == 0 || texts.areForAllRanks)
  {
    this->makeVectors(inputs, numberOfPorts);
  }
}

void RankInputs::gatherChanged(
  vtkMultiProcessController& controller, vtkInformationVector** inputs, const GatheringTexts& texts)
{
  std::vector<int> changes;
  for (std::size_t port = 0; port < this->Connections.size(); ++port)
  {
    for (std::size_t i = 0; i < this->Connections[port].size(); ++i)
    {
      const Connection& connection = this->Connections[port][i];
      vtkDataSet* mine = pieceAt(inputs, port, i);
      const bool isSame = connection.isKnown && connection.stamp == InputStamp(mine);
      changes.push_back(mine && !isSame ? 1 : 0);
    }
  }
  changes = largestOf(controller, changes);
  auto change = changes.begin();
  for (std::size_t port = 0; port < this->Connections.size(); ++port)
  {
    for (std::size_t i = 0; i < this->Connections[port].size(); ++i, ++change)
    {
      if (*change == 0)
      {
        continue;
      }
      Connection& connection = this->Connections[port][i];
      vtkDataSet* mine = pieceAt(inputs, port, i);
      connection.isKnown = true;
      connection.stamp = InputStamp(mine);
      connection.error.clear();
      try
      {
        connection.pieces = gatherPieces(
          controller, mine, texts.nameOfInput(static_cast<int>(port), static_cast<int>(i)), texts);
        connection.shown = texts.areForAllRanks
          ? shareWhole(controller, connection.pieces.whole, texts)
          : connection.pieces.whole;
      }
      catch (const trabecula::Error& error)
      {
        connection.error = error.what();
        connection.shown = mine ? vtk::TakeSmartPointer(mine->NewInstance()) : nullptr;
      }
    }
  }
}

void RankInputs::gatherSelections(
  vtkMultiProcessController& controller, vtkInformationVector** inputs, const GatheringTexts& texts)
{
  vtkDataSet* data = pieceAt(inputs, 0, 0);
  for (std::size_t port = 1; this->Error.empty() && port < this->Connections.size(); ++port)
  {
    for (std::size_t i = 0; this->Error.empty() && i < this->Connections[port].size(); ++i)
    {
      auto* mine = vtkSelection::GetData(inputs[port], static_cast<int>(i));
      if (largestOf(controller, { mine ? 1 : 0 }).front() == 0)
      {
        continue;
      }
      try
      {
        this->Connections[port][i].selection =
          gatherSelection(controller, mine, data, *this->firstInput(), texts.lackOfMemory);
      }
      catch (const trabecula::Error& error)
      {
        this->Error = error.what();
      }
    }
  }
}

void RankInputs::makeVectors(vtkInformationVector** inputs, int numberOfPorts)
{
  this->Vectors.clear();
  this->Pointers.clear();
  for (int port = 0; port < numberOfPorts; ++port)
  {
    const auto vector = vtkSmartPointer<vtkInformationVector>::New();
    for (int i = 0; i < inputs[port]->GetNumberOfInformationObjects(); ++i)
    {
      vtkInformation* original = inputs[port]->GetInformationObject(i);
      vtkNew<vtkInformation> copy;
      copy->Copy(original);
      vtkDataSet* shown =
        this->Connections[static_cast<std::size_t>(port)][static_cast<std::size_t>(i)].shown;
      if (vtkDataSet* mine = vtkDataSet::GetData(original); mine && shown)
      {
        if (shown != mine)
        {
          shown->GetInformation()->CopyEntry(
            mine->GetInformation(), vtkDataObject::DATA_TIME_STEP());
        }
        copy->Set(vtkDataObject::DATA_OBJECT(), shown);
      }
      if (vtkSelection* selection =
            this->Connections[static_cast<std::size_t>(port)][static_cast<std::size_t>(i)]
              .selection)
      {
        copy->Set(vtkDataObject::DATA_OBJECT(), selection);
      }
      vector->Append(copy);
    }
    this->Vectors.push_back(vector);
    this->Pointers.push_back(vector);
  }
}

const GatheredPieces* RankInputs::firstInput() const
{
  return this->Connections.empty() || this->Connections.front().empty()
    ? nullptr
    : &this->Connections.front().front().pieces;
}

int RankInputs::holders() const
{
  int largest = 0;
  for (const auto& ofPort : this->Connections)
  {
    for (const Connection& connection : ofPort)
    {
      largest = std::max(largest, connection.pieces.holders);
    }
  }
  return largest;
}
}
