#ifndef TRABECULA_FILTERS_INPUTSTAMP_H
#define TRABECULA_FILTERS_INPUTSTAMP_H

#include <cstdint>
#include <vector>

class vtkDataSet;

namespace trabecula::filters
{
/**
 * Tells whether a dataset has changed.
 *
 * A dataset's own modification time will not do: pipelines put shallow copies between filters and
 * make them anew at each request. What they share, points, cells and arrays, is the same object
 * with the same time as long as nothing has changed.
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
}

#endif
