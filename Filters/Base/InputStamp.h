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
 * A dataset's own modification time is not sufficient: pipelines pass shallow copies, made anew at
 * each request. Points, cells and arrays are shared: the same objects with the same modification
 * times as long as nothing has changed.
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

/// A sentence on which of its times an input is of; empty if it has one time at most.
/// @param input information of a connection, of which the data are those of the last update
std::string describeTime(vtkInformation* input);
}

#endif
