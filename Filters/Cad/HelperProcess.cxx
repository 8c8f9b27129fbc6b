#include "HelperProcess.h"

#include "Core/Error.h"

#include "vtksys/Process.h"
#include "vtksys/SystemTools.hxx"

#include <dlfcn.h>

#include <chrono>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <thread>

namespace trabecula::filters
{
namespace
{
/// VTK's processes have a table in common, and one may run in the background beside another.
std::mutex ProcessTable;

void deleteProcess(vtksysProcess* process)
{
  const std::lock_guard<std::mutex> lock(ProcessTable);
  if (vtksysProcess_GetState(process) == vtksysProcess_State_Executing)
  {
    vtksysProcess_Kill(process); // else its end would be awaited
  }
  vtksysProcess_Delete(process);
}

void execute(vtksysProcess* process)
{
  const std::lock_guard<std::mutex> lock(ProcessTable);
  vtksysProcess_Execute(process);
}

void killProcess(vtksysProcess* process)
{
  const std::lock_guard<std::mutex> lock(ProcessTable);
  vtksysProcess_Kill(process);
}

/// For a process that has closed its pipes.
void finish(vtksysProcess* process)
{
  const std::lock_guard<std::mutex> lock(ProcessTable);
  vtksysProcess_WaitForExit(process, nullptr);
}

/// Takes what the process has written, if there is anything.
int takeData(vtksysProcess* process, std::string& data)
{
  const std::lock_guard<std::mutex> lock(ProcessTable);
  char* text = nullptr;
  int length = 0;
  double seconds = 0.0;
  const int pipe = vtksysProcess_WaitForData(process, &text, &length, &seconds);
  data.assign(text ? text : "", static_cast<std::size_t>(length));
  return pipe;
}
}

HelperResult runHelper(const std::vector<std::string>& command, double seconds,
  const std::function<bool()>& isStopped, const std::function<void(const std::string&)>& onOutput)
{
  const std::unique_ptr<vtksysProcess, decltype(&deleteProcess)> process(
    vtksysProcess_New(), &deleteProcess);
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
  execute(process.get());
  if (vtksysProcess_GetState(process.get()) == vtksysProcess_State_Error)
  {
    throw Error("The program " + command.front() +
      " cannot be started: " + vtksysProcess_GetErrorString(process.get()) + ".");
  }

  HelperResult result;
  constexpr std::chrono::milliseconds pause(20);
  constexpr std::chrono::milliseconds betweenCalls(100);
  auto lastCall = std::chrono::steady_clock::now();
  bool wasStopped = false;
  std::string data;
  for (int pipe = 0; (pipe = takeData(process.get(), data)) != vtksysProcess_Pipe_None;)
  {
    if (pipe == vtksysProcess_Pipe_STDERR)
    {
      result.messages += data;
    }
    else if (pipe == vtksysProcess_Pipe_STDOUT && onOutput)
    {
      onOutput(data);
    }
    else if (pipe == vtksysProcess_Pipe_Timeout)
    {
      std::this_thread::sleep_for(pause);
    }
    const auto now = std::chrono::steady_clock::now();
    if (now - lastCall >= betweenCalls)
    {
      lastCall = now;
      if (isStopped() && !wasStopped)
      {
        wasStopped = true;
        killProcess(process.get());
      }
    }
  }
  finish(process.get());
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
