#include "Run/Run.h"

#include "Core/Communication/Devices.h"
#include "Core/Error.h"
#include "Core/ExecutionContext.h"

#include <algorithm>
#include <utility>

namespace trabecula
{
namespace
{
/// Returns a device as the one that a run tells of, with the number of parts in its name.
Device described(Device first, const Parts& team)
{
  first.name = nameOfDevices(first, team.size());
  return first;
}
}

Run::Relation Run::relate(const RunProblem& next, const Device& device) const
{
  Relation relation;
  relation.key = next.task->fingerprint();
  relation.space = next.task->designSpace();
  const bool isSameKey = this->HasProblem && relation.key == this->Key;
  const bool isSamePlace = device.space == this->UsedDevice.space &&
    next.devices == this->Place.devices && !next.parts == !this->Place.parts;
  relation.isThere = isSameKey && isSamePlace && (this->Model || this->CanRecompute);
  // If there is no model, the run can continue from the state on any device.
  const bool isKept = !this->Model && !this->CanRecompute && this->LatestState;
  relation.isKnown = relation.isThere || (isKept && relation.key == this->LatestState->key);
  const bool hasDesign = this->LatestState || this->iteration() >= 0;
  const bool wantsDesign =
    next.fromPresentDesign && !this->CanRecompute && hasDesign && !relation.isKnown;
  relation.goesOn = wantsDesign && relation.space == this->Space;
  relation.otherSpace = wantsDesign && relation.space != this->Space;
  return relation;
}

void Run::tellWarnings(const OptimizationTask& task, Observer& observer)
{
  std::string all;
  for (const std::string& warning : task.warnings())
  {
    all += (all.empty() ? "" : " ") + warning;
  }
  if (!all.empty() && all != this->Warnings)
  {
    observer.message(all);
  }
  this->Warnings = all;
}

bool Run::changeProblem(RunProblem next, Observer& observer)
{
  setHostThreads(next.threads); // the name of the device contains the number of threads
  next.task->validate();
  // The present model will be released, on the devices that it has.
  const std::shared_ptr<Parts> team =
    next.team({ this->UsedDevice.space, this->Place.devices, this->deviceMemory() });
  const Relation relation = this->relate(next, team->devices().front());
  if (relation.goesOn)
  {
    this->keepCheckpoint(true, observer);
    this->keepFront();
    const std::vector<double> design = next.task->designOf(this->LatestState->state);
    next.task->setStart(next.parts ? ofFirstProcess(*next.parts, design) : design);
  }
  if (!next.isOfFirstProcess())
  {
    next.checkpoints.file.clear(); // the first one writes it
  }
  Checkpoints files(next.checkpoints, *next.task, this->Files, relation.isKnown, relation.goesOn);
  if (relation.isThere && !files.startsOver())
  {
    this->Files = std::move(files);
    this->Place = static_cast<const RunPlace&>(next);
    this->Number = next.number;
    return false;
  }
  if (team->size() == 1)
  {
    next.task->checkDevice(team->devices().front());
  }
  else
  {
    next.task->checkParts(*team);
  }
  if (relation.otherSpace)
  {
    observer.message("The present design does not suit the new mesh, so the optimization starts "
                     "over.");
  }
  this->tellWarnings(*next.task, observer);

  // The new model may need the memory that the old one holds.
  this->keepCheckpoint(true, observer);
  this->keepFront();
  this->dropModel();
  if (const Checkpoint* resumed = files.resumed())
  {
    next.task->setStart(resumed->start);
  }
  std::unique_ptr<Optimization> model;
  try
  {
    model = next.task->make(makeContext(next.team()), observer);
  }
  catch (const SetupStopped&)
  {
    if (!this->CanRecompute)
    {
      throw;
    }
  }
  this->adopt(next, relation, *team, std::move(model), std::move(files));
  return true;
}

void Run::adopt(RunProblem& next, const Relation& relation, const Parts& team,
  std::unique_ptr<Optimization> model, Checkpoints files)
{
  const HistoryColumns columns = next.task->columns();
  std::optional<Checkpoint> resumed = files.takeResumed();
  if (resumed)
  {
    for (HistoryRow& row : resumed->history)
    {
      row = inColumns(row, resumed->columns, columns);
    }
    resumed->state.record = resumed->history.back();
    if (!next.isOfFirstProcess())
    {
      resumed->state.fields.clear(); // those of the first one are restored
    }
  }
  const bool continuesLatest = relation.isKnown && !resumed;
  if (model && !this->CanRecompute && (resumed || continuesLatest))
  {
    model->restoreState(resumed ? resumed->state : this->LatestState->state);
  }

  this->HasProblem = true;
  this->IsReproducible = next.task->isReproducible();
  this->Place = static_cast<const RunPlace&>(next);
  this->Key = relation.key;
  this->Space = relation.space;
  this->Number = next.number;
  this->Files = std::move(files);
  this->Model = std::move(model);
  this->Task = this->CanRecompute ? std::move(next.task) : nullptr;
  {
    const Lock lock(this->Mutex);
    this->UsedDevice =
      described(this->Model ? this->Model->device() : team.devices().front(), team);
    this->setColumns(columns);
  }
  if (continuesLatest)
  {
    this->Offset = this->LatestState->offset;
    this->LatestState.reset(); // the model contains this state
  }
  else if (relation.goesOn)
  {
    this->Offset = static_cast<int>(this->Rows.size());
  }
  else
  {
    this->startHistory(resumed ? std::move(resumed->history) : std::vector<HistoryRow>());
    if (resumed && this->CanRecompute)
    {
      this->LatestState = { std::move(resumed->state), this->Key, this->Offset };
    }
    else if (resumed)
    {
      this->take(this->Model->iteration()); // the initial iterate is available for output
    }
  }
  this->show();
}

void Run::startHistory(std::vector<HistoryRow> rows)
{
  const Lock lock(this->Mutex);
  this->Offset = 0;
  this->LatestState.reset();
  this->History += this->History == 0 || !this->Rows.empty() ? 1 : 0;
  this->Rows = std::move(rows);
  this->Cache.clear();
}

void Run::setColumns(const HistoryColumns& columns)
{
  if (!haveSameNames(this->Columns, columns))
  {
    for (HistoryRow& row : this->Rows)
    {
      row = inColumns(row, this->Columns, columns);
    }
  }
  this->Columns = columns;
}

void Run::setCacheBudget(std::size_t bytes)
{
  const Lock lock(this->Mutex);
  this->Cache.setBudget(bytes);
}

void Run::build(Observer& observer)
{
  setHostThreads(this->Place.threads);
  const std::shared_ptr<Parts> team = this->Place.team();
  {
    const Lock lock(this->Mutex);
    this->UsedDevice = described(team->devices().front(), *team);
  }
  this->Model = this->Task->make(makeContext(team), observer);
  this->show();
}

void Run::rewind(int number, Observer& observer)
{
  if (this->Model && this->Model->iteration() >= number)
  {
    // States of earlier iterates are not stored, so that the iterates are recomputed from the
    // start.
    this->keepFront();
    this->dropModel();
  }
  if (!this->Model)
  {
    this->build(observer);
  }
  if (this->isLatestOfProblem() && this->LatestState->state.iteration() <= number &&
    this->Model->iteration() < this->LatestState->state.iteration())
  {
    observer.progress(
      0.0, "Going on from iteration " + std::to_string(this->LatestState->state.iteration()));
    this->Model->restoreState(this->LatestState->state);
    this->LatestState.reset();
    this->take(number);
  }
}

StepStatus Run::step(Observer& observer)
{
  setHostThreads(this->Place.threads); // other runs in this process may use another number
  this->Model->setChangeTolerance(this->Tolerance);
  const StepStatus status = this->Model->step(observer);
  if (status == StepStatus::Advanced)
  {
    const Lock lock(this->Mutex);
    ++this->Analyses;
  }
  return status;
}

void Run::take(int requested, double secondsHeld)
{
  auto iterate = std::make_shared<RunIterate>(makeIterate(*this->Model, this->Columns));
  // All processes keep the same iterates.
  const auto bytes = static_cast<double>(iterate->bytes());
  iterate->bytesElsewhere = static_cast<std::size_t>(this->ofFirst(bytes) - bytes);
  iterate->row.iteration += this->Offset;
  iterate->problem = this->Number;
  const int seconds = this->Columns.find(ColumnRole::Seconds);
  if (seconds >= 0)
  {
    iterate->row.values.at(static_cast<std::size_t>(seconds)) -= secondsHeld;
  }
  if (this->LatestState && !this->isLatestOfProblem())
  {
    this->LatestState.reset(); // the present problem has an iterate
  }
  const Lock lock(this->Mutex);
  const auto number = static_cast<std::size_t>(iterate->number());
  // If an iterate is recomputed, its first row is kept, so that a displayed table does not change.
  if (number < this->Rows.size())
  {
    iterate->row = this->Rows[number];
  }
  else
  {
    this->Rows.push_back(iterate->row);
  }
  this->Cache.insert(std::move(iterate), requested);
  this->ShownMemory = this->Model->deviceMemory();
}

void Run::keepCheckpoint(bool isLast, Observer& observer)
{
  if (!this->Model ||
    this->ofFirst(this->Files.isDue(this->Model->iteration(), isLast) ? 1.0 : 0.0) == 0.0)
  {
    return;
  }
  if (!this->Place.isOfFirstProcess())
  {
    try
    {
      this->Model->saveState(); // for the first process
    }
    catch (const Error&)
    {
      // That process tells of it.
    }
    return;
  }
  // The history of a checkpoint begins with the iterates of its own problem.
  std::vector<HistoryRow> own(this->Rows.begin() + this->Offset, this->Rows.end());
  for (HistoryRow& row : own)
  {
    row.iteration -= this->Offset;
  }
  this->Files.keep(*this->Model, own, isLast, observer);
}

void Run::keepFront()
{
  const int iteration = this->iteration();
  if (iteration >= 0 &&
    (!this->isLatestOfProblem() || this->LatestState->state.iteration() < iteration))
  {
    this->LatestState = { this->Model->saveState(), this->Key, this->Offset };
  }
}

double Run::ofFirst(double value) const
{
  return this->Place.parts ? ofFirstProcess(*this->Place.parts, value) : value;
}

std::vector<double> Run::standing() const
{
  const auto number = [](auto value) { return static_cast<double>(value); };
  return { number(this->HasProblem), number(this->Key >> 32), number(this->Key & 0xffffffff),
    number(this->iteration()), number(this->Rows.size()), number(this->Cache.all().size()),
    number(this->LatestState ? this->LatestState->state.iteration() : -1) };
}

void Run::release(Observer& observer)
{
  try
  {
    this->together(
      [&]
      {
        this->keepCheckpoint(true, observer);
        this->keepFront();
      });
  }
  catch (const std::exception& error) // the device has failed, or memory is not sufficient
  {
    observer.message(std::string("What was computed last could not be kept: ") + error.what());
    this->LatestState.reset(); // the state of an earlier iterate, if any
  }
  this->dropModel();
}

void Run::dropModel()
{
  this->Model.reset();
  const Lock lock(this->Mutex);
  this->ShownMemory = 0;
}

void Run::show()
{
  const Lock lock(this->Mutex);
  this->ShownMemory = this->deviceMemory();
  this->ShownOrigin = this->origin();
}

std::string Run::origin() const
{
  return this->Files.origin(this->UsedDevice, this->IsReproducible);
}

RunSnapshot Run::snapshot() const
{
  const Lock lock(this->Mutex);
  RunSnapshot snapshot;
  snapshot.history = this->History;
  snapshot.columns = this->Columns;
  snapshot.rows = this->Rows;
  snapshot.iterates = this->Cache.all();
  snapshot.origin = this->ShownOrigin;
  snapshot.device = this->UsedDevice;
  snapshot.deviceMemory = this->ShownMemory;
  snapshot.analyses = this->Analyses;
  return snapshot;
}
}
