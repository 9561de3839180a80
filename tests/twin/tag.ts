/**
 * What an element carries beside its times, packed into one integer: its class, its path so far, and the ticket of the
 * fork it came through last (0: none). A number needs no memory of its own, and copies of an element copy it.
 */
import { powerOfTwo } from '../../core/numeric/elementary.ts';

/** 64 classes and 4 096 paths (`paths.ts`); the rest, up to 2^53, is for tickets. */
const CLASS_BITS = 6;
const PATH_BITS = 12;
const CLASSES = powerOfTwo(CLASS_BITS);
const PATHS = powerOfTwo(PATH_BITS);
const BELOW_TICKET = CLASSES * PATHS;

export const tagOf = (jobClass: number, path: number): number => path * CLASSES + jobClass;

// The operators on bits look at the last 32 of an integer of any size below 2^53.

export const classOf = (tag: number): number => tag & (CLASSES - 1);

export const pathOf = (tag: number): number => (tag >>> CLASS_BITS) & (PATHS - 1);

export const ticketOf = (tag: number): number => Math.floor(tag / BELOW_TICKET);

/** The element is a task of a larger one. */
export const isTask = (tag: number): boolean => tag >= BELOW_TICKET;

export const withPath = (tag: number, path: number): number => tag + (path - pathOf(tag)) * CLASSES;

export const withTicket = (tag: number, ticket: number): number =>
  tag + (ticket - ticketOf(tag)) * BELOW_TICKET;
