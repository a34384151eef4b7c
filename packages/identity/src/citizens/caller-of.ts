import type { Caller } from '../platform/room/explains.ts'
import type { Citizen } from './citizen.ts'

/** A citizen as the rooms are asked about one. A closed account has no address. */
export function callerOf({ citizenId, subject, email }: Citizen): Caller {
  return { citizenId, subject, ...(email !== '' && { email }) }
}
