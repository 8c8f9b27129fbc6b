#include "Core/Execution/YieldingThreads.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <thread>

#include <gtest/gtest.h>
#include <omp.h>

using trabecula::makeThreadsYield;

namespace
{
/// Number of threads of this process.
long threads()
{
  return std::distance(
    std::filesystem::directory_iterator("/proc/self/task"), std::filesystem::directory_iterator());
}

class YieldingThreads : public testing::Test
{
protected:
  void SetUp() override
  {
    if (omp_get_num_procs() < 2)
    {
      GTEST_SKIP() << "nothing to wait for on one core";
    }
    this->MostThreads = omp_get_max_threads();
    omp_set_num_threads(2);
    for (const char* name : { "OMP_WAIT_POLICY", "GOMP_SPINCOUNT" })
    {
      unsetenv(name);
    }
  }
  void TearDown() override { omp_set_num_threads(std::max(this->MostThreads, 1)); }

private:
  int MostThreads = 1;
};
}

TEST_F(YieldingThreads, SharesOneTeamAndLeavesNoThreadBehind)
{
  const long before = threads();
  auto first = makeThreadsYield();
  ASSERT_NE(first, nullptr);
  EXPECT_GT(threads(), before);
  const long with = threads();
  auto second = makeThreadsYield();
  EXPECT_EQ(first, second);
  EXPECT_EQ(threads(), with);
  first.reset();
  EXPECT_EQ(threads(), with);
  second.reset();
  // The runtime ends its own thread after the leading thread has ended.
  for (int i = 0; i < 500 && threads() > before; ++i)
  {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_EQ(threads(), before);
}

TEST_F(YieldingThreads, LeavesTheUsersSettingAlone)
{
  setenv("OMP_WAIT_POLICY", "active", 1);
  EXPECT_EQ(makeThreadsYield(), nullptr);
  unsetenv("OMP_WAIT_POLICY");
  setenv("GOMP_SPINCOUNT", "7", 1);
  EXPECT_EQ(makeThreadsYield(), nullptr);
}

TEST_F(YieldingThreads, IsNotNeededForOneThread)
{
  omp_set_num_threads(1);
  EXPECT_EQ(makeThreadsYield(), nullptr);
}
