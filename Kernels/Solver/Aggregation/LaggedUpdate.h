#ifndef TRABECULA_SOLVER_AGGREGATION_LAGGEDUPDATE_H
#define TRABECULA_SOLVER_AGGREGATION_LAGGEDUPDATE_H

#include <algorithm>

namespace trabecula
{
/**
 * Decides when coarse matrices, whose update lags behind the moduli, are recomputed. The decision
 * depends on numbers of iterations alone, so that runs are reproducible. Matrices are recomputed
 * before a design if the old ones have cost as many additional iterations as new ones are worth,
 * and during a solution that takes much longer than expected. After such a failure the next designs
 * get new matrices, twice as many designs after each further failure.
 */
class LaggedUpdate
{
public:
  /// @param price cost of new matrices in iterations; 0 means new ones for each design
  explicit LaggedUpdate(int price) : Price(price) {}

  /// To be called before a design. @return whether matrices are to be recomputed
  bool startDesign()
  {
    const int spent = this->Spent;
    this->Spent = 0;
    if (!this->Exists || this->Price <= 0 || spent == 0)
    {
      return true;
    }
    if (this->HasFailed)
    {
      this->Waiting = this->Wait;
      this->Wait = std::min(2 * this->Wait, LongestWait);
    }
    else if (this->Age > 0)
    {
      this->Wait = ShortestWait;
    }
    if (this->Age == 0)
    {
      this->Expected = this->HasFailed ? 0 : spent;
    }
    else
    {
      const int lost = std::max(0, spent - this->Expected);
      this->Lost += lost;
      this->LastLost = lost;
      this->Expected = std::min(this->Expected, spent);
    }
    this->HasFailed = false;
    if (this->Waiting > 0)
    {
      --this->Waiting;
      return true;
    }
    if (this->Lost + this->LastLost > this->Price)
    {
      return true;
    }
    ++this->Age;
    return false;
  }

  /// To be called before each iteration. @return whether matrices are to be recomputed at once
  bool startIteration()
  {
    ++this->Spent;
    return this->Age > 0 && this->Spent > this->Expected + this->Price;
  }

  /// To be called before matrices are overwritten: there are none until finishUpdate().
  void startUpdate() { this->Exists = false; }
  void finishUpdate()
  {
    this->HasFailed = this->Age > 0 && this->Spent > 0;
    this->Exists = true;
    this->Age = this->Lost = this->LastLost = 0;
  }

private:
  static constexpr int ShortestWait = 4; ///< designs
  static constexpr int LongestWait = 16;

  int Price;
  bool Exists = false;
  bool HasFailed = false;     ///< during the present design
  int Age = 0;                ///< designs since matrices were recomputed
  int Expected = 0;           ///< fewest iterations of a design with these matrices
  int Spent = 0;              ///< iterations of the present design
  int Lost = 0;               ///< iterations beyond the expected ones, of all these designs
  int LastLost = 0;           ///< and of the last of them
  int Wait = ShortestWait;    ///< designs with new matrices after a failure
  int Waiting = ShortestWait; ///< such designs left; the first designs differ most
};
}

#endif
