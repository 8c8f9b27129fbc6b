#ifndef TRABECULA_TESTING_FILTERS_FUZZCELLS_H
#define TRABECULA_TESTING_FILTERS_FUZZCELLS_H

#include "FuzzRandom.h"

#include "vtkCellArray.h"
#include "vtkSmartPointer.h"
#include "vtkType.h"

#include <cstdint>
#include <string>
#include <vector>

namespace trabecula::testing
{
/// Cells of 32 or 64 bits as lists, which can be modified and stored again.
struct CellLists
{
  std::vector<std::int64_t> offsets;
  std::vector<std::int64_t> connectivity;
};

CellLists cellListsOf(vtkCellArray* cells);

bool fitsInt32(const CellLists& lists);

/// @param isShort whether integers have 32 bits, else 64
vtkSmartPointer<vtkCellArray> cellArrayOf(const CellLists& lists, bool isShort);

/// Invalidates one number, or removes numbers at the end. @return a description
std::string spoilCellLists(CellLists& lists, vtkIdType points, FuzzRandom& random);
}

#endif
