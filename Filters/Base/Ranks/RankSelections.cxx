#include "RankSelections.h"

#include "PlainPiece.h"
#include "RankMessages.h"
#include "StructuredPieces.h"

#include "vtkDataObject.h"
#include "vtkDataSetAttributes.h"
#include "vtkExtractSelection.h"
#include "vtkIdTypeArray.h"
#include "vtkInformation.h"
#include "vtkInformationIntegerKey.h"
#include "vtkMultiProcessController.h"
#include "vtkMultiProcessStream.h"
#include "vtkNew.h"
#include "vtkSelection.h"
#include "vtkSelectionNode.h"

#include <algorithm>

namespace trabecula::filters
{
namespace
{
constexpr int NothingSelected = -1;

/// What a rank has selected.
struct SelectedEntities
{
  int type = NothingSelected; ///< vtkSelectionNode::CELL or POINT
  Extent extent = { 0, -1, 0, -1, 0, -1 };
  std::vector<vtkIdType> numbers; ///< in the plain piece
};

/// Whether a selection is of a kind that can be translated: points or cells, without a query.
bool isTranslatable(vtkSelection* selection)
{
  for (unsigned int i = 0; selection && i < selection->GetNumberOfNodes(); ++i)
  {
    vtkSelectionNode* node = selection->GetNode(i);
    const int type = node->GetFieldType();
    if (node->GetContentType() == vtkSelectionNode::QUERY ||
      node->GetContentType() == vtkSelectionNode::USER ||
      type != selection->GetNode(0)->GetFieldType() ||
      (type != vtkSelectionNode::CELL && type != vtkSelectionNode::POINT))
    {
      return false;
    }
  }
  return true;
}

/// The nodes of a selection that are of this rank or of all.
vtkSmartPointer<vtkSelection> nodesOfRank(vtkSelection* selection, int rank)
{
  auto own = vtkSmartPointer<vtkSelection>::New();
  for (unsigned int i = 0; i < selection->GetNumberOfNodes(); ++i)
  {
    vtkSelectionNode* node = selection->GetNode(i);
    vtkInformation* properties = node->GetProperties();
    const int process = properties->Has(vtkSelectionNode::PROCESS_ID())
      ? properties->Get(vtkSelectionNode::PROCESS_ID())
      : -1;
    if (process < 0 || process == rank)
    {
      own->AddNode(node);
    }
  }
  return own;
}

SelectedEntities selectedOf(vtkSelection* selection, vtkDataSet* data, int rank)
{
  SelectedEntities selected;
  if (!selection || selection->GetNumberOfNodes() == 0 || hasNothing(data))
  {
    return selected;
  }
  selected.type = selection->GetNode(0)->GetFieldType();
  const vtkSmartPointer<vtkSelection> own = nodesOfRank(selection, rank);
  if (own->GetNumberOfNodes() == 0)
  {
    return selected;
  }
  vtkNew<vtkExtractSelection> extract;
  extract->SetInputData(0, data);
  extract->SetInputData(1, own);
  extract->PreserveTopologyOn();
  extract->Update();
  const vtkSmartPointer<vtkDataSet> marked =
    makePlainPiece(vtkDataSet::SafeDownCast(extract->GetOutputDataObject(0)));
  if (!marked)
  {
    return selected;
  }
  selected.extent = extentOf(marked);
  vtkDataArray* inside =
    marked
      ->GetAttributes(
        selected.type == vtkSelectionNode::CELL ? vtkDataObject::CELL : vtkDataObject::POINT)
      ->GetArray("vtkInsidedness");
  for (vtkIdType i = 0; inside && i < inside->GetNumberOfTuples(); ++i)
  {
    if (inside->GetComponent(i, 0) > 0.0)
    {
      selected.numbers.push_back(i);
    }
  }
  return selected;
}

void sendSelected(vtkMultiProcessController& controller, const SelectedEntities& selected)
{
  vtkMultiProcessStream stream;
  stream << selected.type << static_cast<vtkTypeInt64>(selected.numbers.size());
  for (const int bound : selected.extent)
  {
    stream << bound;
  }
  sendStream(controller, stream, 0);
  sendBytes(controller, selected.numbers.data(),
    static_cast<vtkIdType>(selected.numbers.size()) * vtkIdType(sizeof(vtkIdType)), 0);
}

SelectedEntities receiveSelected(vtkMultiProcessController& controller, int from)
{
  SelectedEntities selected;
  vtkMultiProcessStream stream;
  receiveStream(controller, stream, from);
  vtkTypeInt64 count = 0;
  stream >> selected.type >> count;
  for (int& bound : selected.extent)
  {
    stream >> bound;
  }
  selected.numbers.resize(static_cast<std::size_t>(count));
  receiveBytes(controller, selected.numbers.data(),
    static_cast<vtkIdType>(selected.numbers.size()) * vtkIdType(sizeof(vtkIdType)), from);
  return selected;
}

/// Numbers of the whole for those of a piece.
std::vector<vtkIdType> numbersInWhole(
  const SelectedEntities& selected, const GatheredPieces& pieces, std::size_t rank)
{
  const bool ofCells = selected.type == vtkSelectionNode::CELL;
  const Extent whole = extentOf(pieces.whole);
  const bool isStructured = whole[0] <= whole[1];
  std::vector<vtkIdType> places;
  if (isStructured)
  {
    places =
      ofCells ? cellsOfExtent(selected.extent, whole) : pointsOfExtent(selected.extent, whole);
  }
  else
  {
    places = ofCells ? pieces.places[rank].cells : pieces.places[rank].points;
  }
  std::vector<vtkIdType> numbers;
  for (const vtkIdType number : selected.numbers)
  {
    const auto place = static_cast<std::size_t>(number);
    if (place < places.size())
    {
      numbers.push_back(places[place]);
    }
  }
  return numbers;
}

vtkSmartPointer<vtkSelection> makeSelection(int type, std::vector<vtkIdType> numbers)
{
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  vtkNew<vtkIdTypeArray> list;
  list->SetNumberOfValues(static_cast<vtkIdType>(numbers.size()));
  std::copy(numbers.begin(), numbers.end(), list->GetPointer(0));
  vtkNew<vtkSelectionNode> node;
  node->SetContentType(vtkSelectionNode::INDICES);
  node->SetFieldType(type);
  node->SetSelectionList(list);
  auto selection = vtkSmartPointer<vtkSelection>::New();
  selection->AddNode(node);
  return selection;
}

vtkSmartPointer<vtkSelection> selectionOfAll(
  const std::vector<SelectedEntities>& all, vtkSelection* mine, const GatheredPieces& pieces)
{
  int type = NothingSelected;
  std::vector<vtkIdType> numbers;
  for (std::size_t r = 0; r < all.size(); ++r)
  {
    if (all[r].type != NothingSelected)
    {
      type = all[r].type;
      const std::vector<vtkIdType> ofRank = numbersInWhole(all[r], pieces, r);
      numbers.insert(numbers.end(), ofRank.begin(), ofRank.end());
    }
  }
  return type == NothingSelected ? vtkSmartPointer<vtkSelection>(mine)
                                 : makeSelection(type, std::move(numbers));
}
}

vtkSmartPointer<vtkSelection> gatherSelection(vtkMultiProcessController& controller,
  vtkSelection* mine, vtkDataSet* data, const GatheredPieces& pieces,
  const std::function<std::string()>& lackOfMemory)
{
  const int rank = controller.GetLocalProcessId();
  SelectedEntities own;
  runTogether(
    controller,
    [&]
    {
      if (isTranslatable(mine))
      {
        own = selectedOf(mine, data, rank);
      }
    },
    lackOfMemory);
  std::vector<SelectedEntities> all = { own };
  if (rank != 0)
  {
    sendSelected(controller, own);
  }
  for (int r = 1; rank == 0 && r < controller.GetNumberOfProcesses(); ++r)
  {
    all.push_back(receiveSelected(controller, r));
  }
  vtkSmartPointer<vtkSelection> selection;
  runTogether(
    controller,
    [&]
    {
      if (rank == 0)
      {
        selection = selectionOfAll(all, mine, pieces);
      }
    },
    lackOfMemory);
  return selection;
}
}
