export { openDraws } from './draws';
export { fillTables } from './ziggurat';
export { openMarks, firstBucket } from './measures';
export { openLine, addLineStage, startLine, advanceLine, lineEvents, lineTime } from './line';
export { take } from './memory';
export { openCalendar } from './calendar';
export { openNetwork, sinks, tripsSeen, tripsOfClass, pathsSeen } from './state';
export { pathBefore, lastOfPath } from './paths';
export {
  addSource,
  addStage,
  advanceNetwork,
  classTotals,
  measuresOf,
  networkEvents,
  networkTime,
  setChoice,
  setClass,
  setShares,
  setSole,
  startNetwork,
} from './engine';
