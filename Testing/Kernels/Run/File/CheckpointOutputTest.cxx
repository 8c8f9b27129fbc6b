#include "Run/CheckpointCases.h"
#include "Run/CheckpointFileTestInput.h"
#include "Support/Refusals.h"
#include "Support/TemporaryFolder.h"

#include "Core/Error.h"
#include "Run/Checkpoint.h"
#include "Run/File/CheckpointOutput.h"
#include "Run/File/TemporaryFiles.h"

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// Calls a function in a child process. @return its result
int inAnotherProcess(const std::function<int()>& work)
{
  const pid_t child = ::fork();
  if (child == 0)
  {
    ::_exit(work());
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
}

TEST_F(CheckpointFiles, NeverReplaceAnythingElse)
{
  const std::string path = this->Folder.file("mesh.vtu");
  writeContent(path, "<VTKFile>");
  expectMessage(refusalToWrite(path), { path, "not a checkpoint", "Checkpoint File" });
  EXPECT_THROW(checkCheckpointTarget(path), Error);
  EXPECT_EQ(contentOf(path), "<VTKFile>");
  expectMessage(refusalToWrite(this->Folder.file("")), { "not a checkpoint" });
  expectMessage(refusalToWrite("/dev/null"), { "not a checkpoint" });
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  expectMessage(refusalToWrite(this->Folder.file("none/a.checkpoint")), { "no such file" });
  expectMessage(refusalToWrite(path + "/a.checkpoint"), { "not a folder" });
  EXPECT_EQ(this->Folder.numberOfFiles(), 1U);

  // An empty file, as left by a file chooser, and a link to a checkpoint, which is kept, are
  // accepted.
  const std::string empty = this->Folder.file("empty");
  const std::string link = this->Folder.file("link");
  writeContent(empty, "");
  EXPECT_EQ(refusalToWrite(empty), "");
  std::filesystem::create_symlink(empty, link);
  EXPECT_EQ(refusalToWrite(link), "");
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  const std::string circle = this->Folder.file("circle");
  std::filesystem::create_symlink(circle, circle);
  expectMessage(refusalToWrite(circle), { circle, "could not be written" });
  EXPECT_TRUE(std::filesystem::is_symlink(circle));
  checkCheckpointTarget(this->Folder.file("new"));
  EXPECT_EQ(this->Folder.numberOfFiles(), 4U);
}

TEST_F(CheckpointFiles, StayAsTheyWereWhereNewOnesCannotBeWritten)
{
  Random random(5204);
  const std::string path = this->Folder.file("a.checkpoint");
  Checkpoint checkpoint = randomCheckpoint(random);
  writeCheckpoint(path, checkpoint);
  const std::string before = contentOf(path);
  checkpoint.state.fields[0].second = random.vector(100000, 0, 1);
  // The size of files is limited, as on a full disk.
  EXPECT_EQ(inAnotherProcess(
              [&]
              {
                ::signal(SIGXFSZ, SIG_IGN);
                const rlimit limit{ 400000, 400000 };
                ::setrlimit(RLIMIT_FSIZE, &limit);
                try
                {
                  writeCheckpoint(path, checkpoint);
                }
                catch (const Error& error)
                {
                  return std::string(error.what()).find("too large") == std::string::npos ? 2 : 0;
                }
                return 1;
              }),
    0);
  EXPECT_EQ(contentOf(path), before);
  EXPECT_EQ(this->Folder.numberOfFiles(), 1U);

  // The folder is not writable.
  std::filesystem::permissions(this->Folder.file(""),
    std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec |
      std::filesystem::perms::others_read | std::filesystem::perms::others_exec);
  EXPECT_EQ(inAnotherProcess(
              [&]
              {
                constexpr uid_t nobody = 65534;
                if (::geteuid() == 0 && ::seteuid(nobody) != 0)
                {
                  return 3;
                }
                const std::string message = refusalToWrite(path);
                return message.find("no permission") == std::string::npos ? 2 : 0;
              }),
    0);
  std::filesystem::permissions(this->Folder.file(""), std::filesystem::perms::owner_all);
  EXPECT_EQ(contentOf(path), before);
}

TEST_F(CheckpointFiles, AreRidOfPartsThatNobodyWrites)
{
  Random random(5205);
  const std::string path = this->Folder.file("a.checkpoint");
  writeCheckpoint(path, randomCheckpoint(random));
  const std::string whole = contentOf(path);
  const std::string link = this->Folder.file("link");
  std::filesystem::create_symlink(path, link);
  // Incomplete files of any length, of processes with any number, are removed.
  for (const std::size_t bytes : { std::size_t(0), std::size_t(5), std::size_t(40), whole.size() })
  {
    for (const std::string& name : { path, link })
    {
      const std::string part = path + ".part-" + std::to_string(random.index(1000000)) + "-7";
      writeContent(part, whole.substr(0, bytes));
      removeAbandonedParts(name);
      EXPECT_FALSE(std::filesystem::exists(part)) << bytes << " bytes";
    }
  }
  // Other files, and those of other checkpoints, are kept.
  std::vector<std::string> others = { path + ".part-1-", path + ".part-1", path + ".part-a-1",
    path + ".part-1-1.txt", this->Folder.file("b.checkpoint.part-1-1") };
  for (const std::string& other : others)
  {
    writeContent(other, whole.substr(0, 40));
  }
  others.push_back(path + ".part-1-2");
  writeContent(others.back(), "notes of somebody");
  others.push_back(path + ".part-1-3");
  std::filesystem::create_directory(others.back());
  others.push_back(path + ".part-1-4");
  std::filesystem::create_symlink(path, others.back());
  removeAbandonedParts(path);
  removeAbandonedParts(this->Folder.file("no folder/a.checkpoint"));
  for (const std::string& other : others)
  {
    EXPECT_TRUE(std::filesystem::exists(other)) << other;
  }
  EXPECT_EQ(contentOf(path), whole);
}

TEST_F(CheckpointFiles, LeavePartsThatAreBeingWritten)
{
  const std::string path = this->Folder.file("a.checkpoint");
  const auto descriptors = []
  { return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {}); };
  const auto before = descriptors();
  {
    CheckpointOutput unfinished(path, 0);
    ASSERT_EQ(this->Folder.numberOfFiles(), 1U);
    removeAbandonedParts(path);
    EXPECT_EQ(this->Folder.numberOfFiles(), 1U);
    EXPECT_EQ(inAnotherProcess(
                [&]
                {
                  removeAbandonedParts(path);
                  return this->Folder.numberOfFiles() == 1 ? 0 : 1;
                }),
      0);
    unfinished.commit();
    EXPECT_TRUE(std::filesystem::exists(path));
    CheckpointOutput(path, 0);
  }
  EXPECT_EQ(this->Folder.numberOfFiles(), 1U);
  EXPECT_EQ(descriptors(), before);
}
