/**
 * What a supporter asks: why can this caller not get in? One search for an address (also one that the account had before), a subject, or the
 * id of a program; then a verdict in plain words, what it rests on, what the supporter may do, and what to tell the caller.
 *
 * What there is to know stands in the rooms that know it (`explains` in their heads). This room asks them all and changes nothing but the audit.
 */
export { SUPPORT } from './room.ts'
export { whyNotIn } from './why-not-in.ts'
