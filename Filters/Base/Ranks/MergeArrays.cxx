#include "MergeArrays.h"

#include "InputArrays.h"

#include "Core/Error.h"
#include "Core/Text.h"

#include "vtkAbstractArray.h"
#include "vtkDataArray.h"
#include "vtkDataSetAttributes.h"
#include "vtkUnsignedCharArray.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace trabecula::filters
{
namespace
{
constexpr std::int32_t NoRank = -1;

/// Arrays of one association of all pieces.
class ArraysOfPieces
{
public:
  ArraysOfPieces(const Pieces& pieces, int association, const PlacesInWhole& places)
    : Data(pieces), Association(association), Places(places)
  {
  }

  vtkDataSetAttributes* attributes(std::size_t rank) const
  {
    return hasNothing(this->Data[rank]) ? nullptr
                                        : this->Data[rank]->GetAttributes(this->Association);
  }

  /// Whether a piece has points, or cells.
  bool hasTuples(std::size_t rank) const
  {
    return this->attributes(rank) && this->Data[rank]->GetNumberOfElements(this->Association) > 0;
  }

  /// The first piece that has points, or cells.
  std::size_t lead() const
  {
    std::size_t rank = 0;
    while (rank < this->Data.size() && !this->hasTuples(rank))
    {
      ++rank;
    }
    return rank;
  }

  /// "Point array "Force"", for messages.
  std::string nameOf(const std::string& array) const
  {
    return kindOf(this->attributes(this->lead())) + inQuotes(array);
  }

  void requireSame(const std::string& name) const
  {
    vtkAbstractArray* first = nullptr;
    std::size_t firstRank = 0;
    for (std::size_t r = 0; r < this->Data.size(); ++r)
    {
      if (!this->hasTuples(r))
      {
        continue;
      }
      vtkAbstractArray* array = this->attributes(r)->GetAbstractArray(name.c_str());
      if (!array)
      {
        throw Error(this->nameOf(name) + " is missing on " + nameOfRank(r) +
          ", while other ranks have it. Add it to all pieces of the mesh, or take it out of all.");
      }
      if (first &&
        (array->GetDataType() != first->GetDataType() ||
          array->GetNumberOfComponents() != first->GetNumberOfComponents()))
      {
        throw Error(this->nameOf(name) + " is " + describe(array) + " on " + nameOfRank(r) +
          " and " + describe(first) + " on " + nameOfRank(firstRank) +
          ". Make it the same on all ranks.");
      }
      firstRank = first ? firstRank : r;
      first = first ? first : array;
    }
  }

  /// The names of the arrays of all pieces, the ghost array excepted.
  std::vector<std::string> names() const
  {
    std::vector<std::string> result;
    for (std::size_t r = 0; r < this->Data.size(); ++r)
    {
      for (int i = 0; this->hasTuples(r) && i < this->attributes(r)->GetNumberOfArrays(); ++i)
      {
        const std::string name = this->attributes(r)->GetAbstractArray(i)->GetName();
        if (name != vtkDataSetAttributes::GhostArrayName() &&
          std::find(result.begin(), result.end(), name) == result.end())
        {
          result.push_back(name);
        }
      }
    }
    return result;
  }

  void merge(
    const std::string& name, vtkIdType count, bool mustAgree, vtkDataSetAttributes* to) const
  {
    vtkDataSetAttributes* leading = this->attributes(this->lead());
    int index = -1;
    vtkAbstractArray* model = leading->GetAbstractArray(name.c_str(), index);
    const auto array = vtk::TakeSmartPointer(vtkAbstractArray::CreateArray(model->GetDataType()));
    array->SetName(name.c_str());
    array->SetNumberOfComponents(model->GetNumberOfComponents());
    array->CopyComponentNames(model);
    array->SetNumberOfTuples(count);
    std::vector<std::int32_t> writers(mustAgree ? static_cast<std::size_t>(count) : 0, NoRank);
    for (std::size_t r = 0; mustAgree && r < this->Data.size(); ++r)
    {
      if (this->hasTuples(r))
      {
        vtkAbstractArray* source = this->attributes(r)->GetAbstractArray(name.c_str());
        this->requireAgreement(r, source, array, writers);
        this->copy(r, source, array);
      }
    }
    // From the last rank to the first, whose values remain.
    for (std::size_t r = this->Data.size(); !mustAgree && r > 0; --r)
    {
      if (this->hasTuples(r - 1))
      {
        this->copy(r - 1, this->attributes(r - 1)->GetAbstractArray(name.c_str()), array);
      }
    }
    to->AddArray(array);
    const int active = leading->IsArrayAnAttribute(index);
    if (active >= 0)
    {
      to->SetActiveAttribute(name.c_str(), active);
    }
  }

  /// The ghost array, which pieces without hidden points or cells do not have.
  void mergeGhosts(vtkIdType count, vtkDataSetAttributes* to) const
  {
    const auto ghosts = vtkSmartPointer<vtkUnsignedCharArray>::New();
    ghosts->SetName(vtkDataSetAttributes::GhostArrayName());
    ghosts->SetNumberOfValues(count);
    std::fill_n(ghosts->GetPointer(0), count, static_cast<unsigned char>(0));
    bool isAny = false;
    for (std::size_t r = 0; r < this->Data.size(); ++r)
    {
      vtkUnsignedCharArray* source = this->hasTuples(r)
        ? vtkUnsignedCharArray::SafeDownCast(
            this->attributes(r)->GetAbstractArray(vtkDataSetAttributes::GhostArrayName()))
        : nullptr;
      const std::vector<vtkIdType>& places = this->Places[r];
      for (std::size_t i = 0; source && i < places.size(); ++i)
      {
        const unsigned char value = source->GetValue(static_cast<vtkIdType>(i));
        if (places[i] >= 0 && value != 0)
        {
          ghosts->SetValue(places[i], value);
          isAny = true;
        }
      }
    }
    if (isAny)
    {
      to->AddArray(ghosts);
    }
  }

private:
  static std::string describe(vtkAbstractArray* array)
  {
    return std::string("of the type ") + array->GetDataTypeAsString() + " with " +
      countText(array->GetNumberOfComponents(), "component");
  }

  static bool isEqual(vtkAbstractArray* a, vtkIdType i, vtkAbstractArray* b, vtkIdType j)
  {
    vtkDataArray* x = vtkDataArray::SafeDownCast(a);
    vtkDataArray* y = vtkDataArray::SafeDownCast(b);
    for (int c = 0; x && y && c < x->GetNumberOfComponents(); ++c)
    {
      const double left = x->GetComponent(i, c);
      const double right = y->GetComponent(j, c);
      if (!(left == right || (std::isnan(left) && std::isnan(right))))
      {
        return false;
      }
    }
    return true;
  }

  /// Before copy(). @param writers ranks that have given values
  void requireAgreement(std::size_t rank, vtkAbstractArray* source, vtkAbstractArray* present,
    std::vector<std::int32_t>& writers) const
  {
    const std::vector<vtkIdType>& places = this->Places[rank];
    for (std::size_t i = 0; i < places.size(); ++i)
    {
      if (places[i] < 0)
      {
        continue;
      }
      std::int32_t& writer = writers[static_cast<std::size_t>(places[i])];
      if (writer != NoRank && !isEqual(source, static_cast<vtkIdType>(i), present, places[i]))
      {
        double x[3];
        this->Data[rank]->GetPoint(static_cast<vtkIdType>(i), x);
        throw Error(this->nameOf(present->GetName()) + " has different values on " +
          nameOfRank(static_cast<std::size_t>(writer)) + " and " + nameOfRank(rank) +
          " at the point (" + shortText(x[0]) + ", " + shortText(x[1]) + ", " + shortText(x[2]) +
          "), which they share. Give it the same value on both, in full and not in parts.");
      }
      writer = writer == NoRank ? static_cast<std::int32_t>(rank) : writer;
    }
  }

  void copy(std::size_t rank, vtkAbstractArray* source, vtkAbstractArray* to) const
  {
    const std::vector<vtkIdType>& places = this->Places[rank];
    const bool isOfNumbers = vtkDataArray::SafeDownCast(source) != nullptr;
    const auto size = static_cast<std::size_t>(source->GetDataTypeSize()) *
      static_cast<std::size_t>(source->GetNumberOfComponents());
    const char* from = isOfNumbers ? static_cast<const char*>(source->GetVoidPointer(0)) : nullptr;
    char* target = isOfNumbers ? static_cast<char*>(to->GetVoidPointer(0)) : nullptr;
    for (std::size_t i = 0; i < places.size(); ++i)
    {
      if (places[i] < 0)
      {
        continue;
      }
      if (isOfNumbers)
      {
        std::memcpy(target + static_cast<std::size_t>(places[i]) * size, from + i * size, size);
      }
      else
      {
        to->SetTuple(places[i], static_cast<vtkIdType>(i), source);
      }
    }
  }

  const Pieces& Data;
  int Association;
  const PlacesInWhole& Places;
};
}

void mergeArrays(const Pieces& pieces, int association, const PlacesInWhole& places,
  const AgreementTest& mustAgree, vtkDataSet* whole)
{
  const ArraysOfPieces arrays(pieces, association, places);
  if (arrays.lead() == pieces.size())
  {
    return;
  }
  const vtkIdType count = whole->GetNumberOfElements(association);
  vtkDataSetAttributes* to = whole->GetAttributes(association);
  for (const std::string& name : arrays.names())
  {
    arrays.requireSame(name);
    arrays.merge(name, count, association == vtkDataObject::POINT && mustAgree(name), to);
  }
  arrays.mergeGhosts(count, to);
}
}
