#include "HelperProcess.h"

#include "Core/Error.h"

#include "vtksys/Process.h"
#include "vtksys/SystemTools.hxx"

#include <dlfcn.h>

#include <cstdlib>
#include <memory>

namespace trabecula::filters
{
HelperResult runHelper(
  const std::vector<std::string>& command, double seconds, const std::function<bool()>& isStopped)
{
  const std::unique_ptr<vtksysProcess, decltype(&vtksysProcess_Delete)> process(
    vtksysProcess_New(), &vtksysProcess_Delete);
  std::vector<const char*> words;
  words.reserve(command.size() + 1);
  for (const std::string& word : command)
  {
    words.push_back(word.c_str());
  }
  words.push_back(nullptr);
  vtksysProcess_SetCommand(process.get(), words.data());
  vtksysProcess_SetOption(process.get(), vtksysProcess_Option_HideWindow, 1);
  vtksysProcess_SetTimeout(process.get(), seconds);
  vtksysProcess_Execute(process.get());
  if (vtksysProcess_GetState(process.get()) == vtksysProcess_State_Error)
  {
    throw Error("The program " + command.front() +
      " cannot be started: " + vtksysProcess_GetErrorString(process.get()) + ".");
  }

  HelperResult result;
  constexpr double secondsOfPoll = 0.1;
  bool wasStopped = false;
  while (true)
  {
    char* data = nullptr;
    int length = 0;
    double rest = secondsOfPoll;
    const int pipe = vtksysProcess_WaitForData(process.get(), &data, &length, &rest);
    if (pipe == vtksysProcess_Pipe_None)
    {
      break;
    }
    if (pipe == vtksysProcess_Pipe_STDERR)
    {
      result.messages.append(data, static_cast<std::size_t>(length));
    }
    if (isStopped() && !wasStopped)
    {
      wasStopped = true;
      vtksysProcess_Kill(process.get());
    }
  }
  vtksysProcess_WaitForExit(process.get(), nullptr);
  while (!result.messages.empty() && result.messages.back() == '\n')
  {
    result.messages.pop_back();
  }
  const int state = vtksysProcess_GetState(process.get());
  const bool isDone = state == vtksysProcess_State_Exited;
  result.end = wasStopped                       ? HelperEnd::Stopped
    : state == vtksysProcess_State_Expired      ? HelperEnd::TimedOut
    : !isDone                                   ? HelperEnd::Died
    : vtksysProcess_GetExitValue(process.get()) ? HelperEnd::Refused
                                                : HelperEnd::Done;
  return result;
}

std::string findHelper(const std::string& name, const char* variable)
{
  const char* const path = std::getenv(variable);
  if (path && *path)
  {
    return path;
  }
  std::vector<std::string> folders;
  Dl_info library = {};
  if (dladdr(reinterpret_cast<const void*>(&findHelper), &library) && library.dli_fname)
  {
    folders.push_back(vtksys::SystemTools::GetFilenamePath(
      vtksys::SystemTools::CollapseFullPath(library.dli_fname)));
  }
  return vtksys::SystemTools::FindProgram(name, folders);
}
}
