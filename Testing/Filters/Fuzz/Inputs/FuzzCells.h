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
/// Cells with 32 or 64 bits as lists, which can be changed and set again.
struct CellLists
{
  std::vector<std::int64_t> offsets;
  std::vector<std::int64_t> connectivity;
};

CellLists cellListsOf(vtkCellArray* cells);

bool fitsInt32(const CellLists& lists);

/// @param isShort with 32 bits, else with 64
vtkSmartPointer<vtkCellArray> cellArrayOf(const CellLists& lists, bool isShort);

/// Makes one number wrong, or cuts numbers off. @return what was done
std::string spoilCellLists(CellLists& lists, vtkIdType points, FuzzRandom& random);
}

#endif
