import { judgeRealRooms } from '../checks/lib/real-rooms.ts'
import type { Measure } from './measure.ts'

/** Rooms whose SQL uses tables of others, including the exceptions of the plan. */
export function roomsAgainstPlan(): Measure {
  const packages = judgeRealRooms()
  return {
    name: "rooms that write or read others' tables against the plan",
    now: packages.reduce((sum, { roomsAgainstPlan: rooms }) => sum + rooms.length, 0),
    wanted: 2,
    found: packages.flatMap(({ reaches, locks }) => [...reaches, ...locks.map((lock) => `allowed: ${lock}`)]),
  }
}
