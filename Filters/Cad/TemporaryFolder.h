#ifndef TRABECULA_FILTERS_TEMPORARYFOLDER_H
#define TRABECULA_FILTERS_TEMPORARYFOLDER_H

#include <string>

namespace trabecula::filters
{
/// A folder of its own for the files of a helper process, in TMPDIR or /tmp. It is removed with its
/// files at the end.
class TemporaryFolder
{
public:
  /// @throws Error if it cannot be made
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return this->Path; }
  std::string file(const std::string& name) const { return this->Path + "/" + name; }

private:
  std::string Path;
};
}

#endif
