#include "CadKernel.h"

#include "HelperProcess.h"
#include "InputArrays.h"
#include "TemporaryFolder.h"

#include "Core/Error.h"
#include "Core/Text.h"

#include "vtksys/SystemTools.hxx"

namespace trabecula::filters
{
std::string findCadProgram(const std::string& purpose, const std::string& instead)
{
  std::string program = findHelper("trabecula_cad", "TRABECULA_CAD_PROGRAM");
  if (program.empty())
  {
    throw Error(purpose +
      " by the program trabecula_cad, which is not beside the plugin: it was built without "
      "OpenCASCADE. Install OpenCASCADE (Debian: libocct-data-exchange-dev) and build again, or " +
      instead + ".");
  }
  return program;
}

CadDescription runCadProgram(const std::string& program, const std::string& path,
  const std::vector<std::string>& options, const char* refusal, double seconds,
  const std::function<bool()>& isStopped)
{
  const TemporaryFolder folder;
  const std::string output = folder.file("body.txt");
  std::vector<std::string> command = { program, path, output };
  command.insert(command.end(), options.begin(), options.end());
  const HelperResult end = runHelper(command, seconds, isStopped);
  const std::string name = inQuotes(vtksys::SystemTools::GetFilenameName(path));
  switch (end.end)
  {
    case HelperEnd::Done:
      break;
    case HelperEnd::Refused:
      throw Error(name + refusal + end.messages);
    case HelperEnd::Died:
      throw Error(name + " cannot be read: the file is damaged, and has ended the CAD kernel.");
    case HelperEnd::TimedOut:
      throw Error("Reading " + name + " was stopped after " + shortText(seconds) +
        " s, the Time Limit: the file is damaged, or very large.");
    case HelperEnd::Stopped:
      throw SetupStopped();
  }
  return readCadDescription(output);
}
}
