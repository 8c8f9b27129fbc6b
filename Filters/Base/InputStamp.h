#ifndef TRABECULA_FILTERS_INPUTSTAMP_H
#define TRABECULA_FILTERS_INPUTSTAMP_H

#include <cstdint>
#include <string>
#include <vector>

class vtkDataSet;
class vtkInformation;

namespace trabecula::filters
{
/**
 * Tells whether a dataset has changed.
 *
 * The modification time of a dataset is not sufficient, because the pipeline passes shallow copies
 * that are made anew at each request. Points, cells and arrays are shared between copies: as long
 * as nothing has changed, they are the same objects with the same modification times.
 */
class InputStamp
{
public:
  InputStamp() = default;
  explicit InputStamp(vtkDataSet* data);

  bool operator==(const InputStamp& other) const { return this->Parts == other.Parts; }

private:
  std::vector<std::uint64_t> Parts;
};

/// Returns a sentence on which time step of an input was read; empty if the input has at most one.
/// @param input information of a connection, whose data are those of the last update
std::string describeTime(vtkInformation* input);
}

#endif
