#include "TemporaryFolder.h"

#include "Core/Error.h"

#include "vtksys/SystemTools.hxx"

#include <cstdlib>

namespace trabecula::filters
{
TemporaryFolder::TemporaryFolder()
{
  const char* const folder = std::getenv("TMPDIR");
  this->Path = std::string(folder && *folder ? folder : "/tmp") + "/trabecula-cad-XXXXXX";
  if (!mkdtemp(this->Path.data()))
  {
    throw Error("A temporary folder " + this->Path +
      " cannot be made. Set TMPDIR to a folder that can be written to.");
  }
}

TemporaryFolder::~TemporaryFolder()
{
  vtksys::SystemTools::RemoveADirectory(this->Path);
}
}
