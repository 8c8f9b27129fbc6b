// Passes random inputs and settings to all filters, and randomly damaged files to their readers. No
// case may crash, compute longer than ten seconds or wait for a minute, report more than one error
// for a filter, accept damaged cells, or yield another result when it is repeated. With --designs,
// random parts are optimized, and invalid designs must be marked.
//
// usage: trabecula_fuzzer [--seed S] [--cases N] [--first I] [--files | --patches | --surfaces |
//                         --designs] [--verbose]
//
// Cases run in a separate process, which is restarted after a crash; --first repeats a case.

#include "FuzzDesigns.h"
#include "FuzzFiles.h"
#include "FuzzFilters.h"
#include "FuzzPatches.h"
#include "FuzzSurfaces.h"

#include "vtkLogger.h"
#include "vtkOutputWindow.h"

#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>

namespace
{
using namespace trabecula::testing;

constexpr int MostSeconds = 10; ///< of processor time, because other processes may run
/// Fraction of random optimizations that must yield a design that is judged.
constexpr double LeastJudged = 0.75;
constexpr unsigned MostWaiting = 60; ///< wall-clock seconds

struct Options
{
  std::uint64_t seed = 1;
  long cases = 300;
  long first = 0;
  bool files = false;
  bool patches = false;
  bool surfaces = false;
  bool designs = false;
  bool verbose = false;
};

/// Data that the process that runs the cases shares with the watching process.
struct Shared
{
  volatile long number;
  volatile long bad;
  volatile long refused;   ///< optimizations without a design
  volatile bool isForeign; ///< whether a reader of VTK is running
  char description[2000];
};

Options parse(int argc, char** argv)
{
  Options options;
  for (int i = 1; i < argc; ++i)
  {
    const std::string name = argv[i];
    const bool hasValue = i + 1 < argc;
    options.files = options.files || name == "--files";
    options.patches = options.patches || name == "--patches";
    options.surfaces = options.surfaces || name == "--surfaces";
    options.designs = options.designs || name == "--designs";
    options.verbose = options.verbose || name == "--verbose";
    if (name == "--seed" && hasValue)
    {
      options.seed = std::strtoull(argv[++i], nullptr, 10);
    }
    else if (name == "--cases" && hasValue)
    {
      options.cases = std::strtol(argv[++i], nullptr, 10);
    }
    else if (name == "--first" && hasValue)
    {
      options.first = std::strtol(argv[++i], nullptr, 10);
    }
  }
  return options;
}

void describe(Shared& shared, const std::string& text)
{
  std::snprintf(shared.description, sizeof(shared.description), "%s", text.c_str());
}

/// Ends the process when a case takes too long; 0 disables the limit.
void limitTime(int seconds, unsigned waiting)
{
  const itimerval time{ {}, { seconds, 0 } };
  setitimer(ITIMER_PROF, &time, nullptr);
  alarm(waiting);
}

/// Runs all remaining cases; the watching process counts those that end it.
void runCases(const Options& options, Shared& shared)
{
  while (shared.number < options.cases)
  {
    const long number = shared.number;
    FuzzRandom random(1000003 * options.seed + static_cast<std::uint64_t>(number));
    limitTime(MostSeconds, MostWaiting);
    std::string description;
    std::string wrong;
    if (options.files)
    {
      wrong = runFileCase(random,
        [&](const std::string& text, bool isForeign)
        {
          describe(shared, text);
          shared.isForeign = isForeign;
        });
      description = shared.description;
    }
    else if (options.patches || options.surfaces || options.designs)
    {
      const auto run = options.patches ? runPatchCase
        : options.designs              ? runDesignCase
                                       : runSurfaceCase;
      wrong = run(random, [&](const std::string& text) { describe(shared, text); });
      description = shared.description;
    }
    else
    {
      const FuzzInput input = makeFuzzInput(random);
      description = input.data->GetClassName();
      for (const std::string& deed : input.deeds)
      {
        description += ", " + deed;
      }
      description += ":";
      describe(shared, description);
      wrong = runFuzzCase(
        input, random, description, [&](const std::string& text) { describe(shared, text); });
    }
    limitTime(0, 0);
    shared.refused = shared.refused + (description.find("[refused") == std::string::npos ? 0 : 1);
    if (!wrong.empty())
    {
      shared.bad = shared.bad + 1;
      std::printf("case %ld: %s: %s\n", number, description.c_str(), wrong.c_str());
    }
    else if (options.verbose)
    {
      std::printf("case %ld: %s\n", number, description.c_str());
    }
    std::fflush(stdout);
    shared.number = number + 1;
  }
}
}

int main(int argc, char** argv)
{
  const Options options = parse(argc, argv);
  void* memory =
    mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
  {
    return EXIT_FAILURE;
  }
  Shared& shared = *static_cast<Shared*>(memory);
  std::memset(memory, 0, sizeof(Shared));
  shared.number = options.first;
  long crashes = 0;
  long foreign = 0;
  while (shared.number < options.cases)
  {
    const pid_t child = fork();
    if (child == 0)
    {
      // Errors are expected and are passed to the observers of the cases.
      vtkOutputWindow::GetInstance()->SetDisplayModeToNever();
      vtkLogger::SetStderrVerbosity(vtkLogger::VERBOSITY_OFF);
      runCases(options, shared);
      std::_Exit(EXIT_SUCCESS);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child)
    {
      return EXIT_FAILURE;
    }
    std::error_code ignored;
    std::filesystem::remove_all(fuzzFolder(child), ignored);
    if (WIFSIGNALED(status) || WEXITSTATUS(status) != EXIT_SUCCESS)
    {
      (shared.isForeign ? foreign : crashes) += 1;
      const bool isHang =
        WIFSIGNALED(status) && (WTERMSIG(status) == SIGALRM || WTERMSIG(status) == SIGPROF);
      std::printf("case %ld: %s %s%s\n", shared.number, shared.description,
        shared.isForeign ? "in VTK's reader " : "",
        isHang ? "TOOK TOO LONG" : ("ENDED THE PROCESS, status " + std::to_string(status)).c_str());
      std::fflush(stdout);
      shared.isForeign = false;
      shared.number = shared.number + 1;
    }
  }
  const long cases = options.cases - options.first;
  std::printf("%ld cases: %ld ended the process, %ld were wrong; %ld ended in readers of VTK\n",
    cases, crashes, shared.bad, foreign);
  bool isEnough = true;
  if (options.designs)
  {
    const long judged = cases - crashes - foreign - shared.refused;
    std::printf("%ld designs judged\n", judged);
    isEnough = static_cast<double>(judged) >= LeastJudged * static_cast<double>(cases);
  }
  return crashes == 0 && shared.bad == 0 && isEnough ? EXIT_SUCCESS : EXIT_FAILURE;
}
