export { openDraws } from './draws';
export { fillTables } from './ziggurat';
export { openMarks, firstBucket } from './measures';
export { openLine, addLineStage, startLine, advanceLine, lineEvents, lineTime } from './line';
export { take } from './memory';
export { openCalendar } from './calendar';
export { openNetwork, sinks, tripsSeen, tripsOfClass, pathsSeen } from './state';
export { pathBefore, lastOfPath } from './paths';
export { advanceNetwork, networkEvents, networkTime, startNetwork } from './engine';
export {
  addChoice,
  addSource,
  addStage,
  classTotals,
  measuresOf,
  setChoice,
  setClass,
  setRule,
  setSole,
  sharesOf,
} from './set-up';
