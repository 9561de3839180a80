/** Blocking before service: servers ask for places, and give them back (SPEC.md, BBS1 to BBS3). */
import type { Place, WorkingState } from './working-state.ts';

interface Batch {
  readonly jobClass: number;
  readonly size: number;
}

/** Element after element asks for its places; from the first that does not get all of them, the batch waits (BBS2). */
export function askForPlaces(
  state: WorkingState,
  place: Place,
  target: Place,
  { jobClass, size }: Batch,
): boolean {
  const { whole, visits } = target.stage;
  const { factor } = visits[jobClass]!;
  const isOpen = !whole && state.cell[target.queuedAt]! === 0;
  const fitting = isOpen ? Math.min(size, Math.floor(Math.max(0, state.room(target)) / factor)) : 0;
  state.cell[target.reservedAt]! += fitting * factor;
  if (fitting === size) return true;
  const missing = (size - fitting) * factor;
  const at = target.lineAt + state.cell[target.queuedAt]!++;
  state.cell[at] = state.code(target, { sender: place.index, jobClass, was: jobClass, missing, size });
  state.addOwing(place.index, 1);
  wantRoom(state, target);
  return false;
}

/** Room may have come up in the stage: those who wait for it are to be looked at. */
export function wantRoom(state: WorkingState, place: Place): void {
  if (state.cell[place.queuedAt]! > 0 && !state.wantRoom.includes(place.index))
    state.wantRoom.push(place.index);
}
