import type { JudgedRooms } from '../checks/lib/judge-rooms.ts'
import type { Measure } from './measure.ts'

/** Rooms whose SQL uses tables of others, by an exception of the plan. */
export function exceptionsToPlan(packages: readonly JudgedRooms[]): Measure {
  return {
    name: 'exceptions to the plan of the rooms',
    now: packages.reduce((sum, { roomsAgainstPlan: rooms }) => sum + rooms.length, 0),
    wanted: 1,
    found: packages.flatMap(({ reaches, locks }) => [...reaches, ...locks.map((lock) => `allowed: ${lock}`)]),
  }
}
