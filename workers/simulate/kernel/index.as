export { openDraws } from './draws';
export { fillTables } from './ziggurat';
export { endOfCounts, firstBucket, openMarks, startOfCounts } from './measures';
export {
  openLine,
  addForkedStage,
  addLineStage,
  addLineRules,
  addLineDelay,
  addLineUnit,
  needLineUnit,
  usedTimeOfUnit,
  addLineGroup,
  joinLineGroup,
  levelsOfLineGroup,
  startLine,
  advanceLine,
  lineEvents,
  lineTime,
} from './line';
export { endFork, followBranch, followFork } from './line-forks';
export { isTaking, take } from './memory';
export { openCalendar } from './calendar';
export { openNetwork, sinks, tripsSeen, tripsOfClass, pathsSeen } from './state';
export { pathBefore, lastOfPath } from './paths';
export { haltReason, haltAt } from './halt';
export { circle, circleLength, isAliveAt, isFedAt, lackAt, openFeeds, waitCount, waitsAt } from './deadlock';
export { frameTimes, openFrames, openStageFrames } from './frames';
export { levelsOfGroup } from './groups';
export { usedTimeOf } from './resources';
export { forgetMoves, lookAt, moveCount, moves, waitingCount, waitingFor, watch } from './watch';
export {
  advanceNetwork,
  advanceTo,
  beginNetwork,
  networkEvents,
  networkTime,
  batchOf,
  pendingOf,
  nextActor,
  nextEventTime,
  populate,
  settleStart,
  startNetwork,
} from './engine';
export { fillFifo, startActor } from './dataflow';
export {
  addChoice,
  addDataflow,
  addFiringTimes,
  addFifo,
  addFlush,
  addGroup,
  addGroups,
  addInput,
  addJoin,
  addOutput,
  addPipelines,
  addPlainServers,
  addResource,
  addResources,
  addRounds,
  addRules,
  addSchedule,
  addServers,
  addSharedServers,
  addSource,
  addStage,
  addSwitch,
  classTotals,
  countWaiting,
  drawsOfFrames,
  framesFrom,
  measuresOf,
  occupancyOf,
  setChoice,
  setClass,
  setGroups,
  setResource,
  setRule,
  setSole,
  setSpeeds,
  setTimePerElement,
  sharesOf,
  stagesOfResource,
  targetsOf,
} from './set-up';
