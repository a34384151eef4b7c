import { ACCESS } from './access/index.ts'
import { ACCOUNT_HOME } from './account-home/index.ts'
import { ACCOUNT_PAGES } from './account-pages/index.ts'
import { ACTIVITY } from './activity/index.ts'
import { API_DOCUMENT } from './api-document/index.ts'
import { AUDIT } from './audit/index.ts'
import { AUDIT_LOG } from './audit-log/index.ts'
import { BACKUPS } from './backups/index.ts'
import { BREAK_GLASS_ROOM } from './break-glass/index.ts'
import { BRING_CITIZENS } from './bring-citizens/index.ts'
import { CHANGE_ADDRESS } from './change-address/index.ts'
import { CITIZENS } from './citizens/index.ts'
import { CLIENTS } from './clients/index.ts'
import { CLOSING } from './closing/index.ts'
import type { Config } from './config.ts'
import { CONSOLE_ORDERS } from './console-orders/index.ts'
import { DATA_DOWNLOAD } from './data-download/index.ts'
import { ENDED_FEED } from './ended-feed/index.ts'
import { ENROLLMENT } from './enrollment/index.ts'
import { FACTORS } from './factors/index.ts'
import { FOREIGN_PASSWORDS } from './foreign-passwords/index.ts'
import { FOUR_EYES } from './four-eyes/index.ts'
import { GUESSES, purgeDevices } from './guesses/index.ts'
import { HEALTH } from './health/index.ts'
import { INVESTIGATIONS } from './investigations/index.ts'
import { KNOWN_ADDRESSES } from './known-addresses/index.ts'
import { LOST_APP } from './lost-app/index.ts'
import { MACHINE_KEYS } from './machine-keys/index.ts'
import { MAIL } from './mail/index.ts'
import { MAILED_LINKS } from './mailed-links/index.ts'
import {
  type KeepOpen,
  keepOpenIn,
  type RoomAtMoments,
  type RoomOnHome,
  type RoomOnPages,
} from './moments/index.ts'
import { OAUTH } from './oauth/index.ts'
import { OPERATORS } from './operators/index.ts'
import { PASSKEYS } from './passkeys/index.ts'
import { PASSWORDS } from './passwords/index.ts'
import type { Foundation } from './platform/foundation.ts'
import { nearest } from './platform/nearest.ts'
import type { Database } from './platform/postgres/database.ts'
import type { Purge } from './platform/postgres/purge.ts'
import { purgesOf } from './platform/postgres/table.ts'
import type { Events } from './platform/room/event.ts'
import type { Limits } from './platform/room/limit.ts'
import type { Room } from './platform/room/room.ts'
import { RATE_LIMITS } from './rate-limits/index.ts'
import { RECOVERY } from './recovery/index.ts'
import { REFUSALS } from './refusals/index.ts'
import { TABLES } from './room-heads.ts'
import { SECOND_FACTOR } from './second-factor/index.ts'
import type { OfRooms, ServiceParts } from './service-parts.ts'
import {
  type FactorNeeds,
  factorsOf,
  type MayAskForCode,
  type RoomWithFactor,
  type RoomWithForeignPasswords,
  SIGN_IN,
} from './sign-in/index.ts'
import { SIGNING_KEYS } from './signing-keys/index.ts'
import { SUPPORT } from './support/index.ts'

/** What housekeeping gives to what waits. */
interface CarryOutNeeds
  extends Pick<Foundation, 'db' | 'keyring' | 'random' | 'clock' | 'log'>,
    Pick<Config, 'baseUrl' | 'serviceName' | 'timeZone'> {
  readonly secondFactor: MayAskForCode['secondFactor']
  readonly keepOpen: KeepOpen
  /** Deletes what every room has about a citizen, in that transaction. */
  erase(tx: Database, citizenId: string): Promise<void>
}

/** A room, with everything that rooms may list. */
type AnyRoom = Room<ServiceParts, CarryOutNeeds> &
  RoomAtMoments &
  RoomWithFactor &
  RoomWithForeignPasswords &
  RoomOnPages &
  RoomOnHome

/** The rooms. To remove a room of the top storey, delete its folder and its line. */
export const ROOMS: readonly AnyRoom[] = [
  AUDIT,
  RATE_LIMITS,
  MAIL,
  CITIZENS,
  OPERATORS,
  BREAK_GLASS_ROOM,
  CLIENTS,
  SIGNING_KEYS,
  PASSWORDS,
  HEALTH,
  OAUTH,
  ENDED_FEED,
  ENROLLMENT,
  RECOVERY,
  SIGN_IN,
  FACTORS,
  PASSKEYS,
  FOREIGN_PASSWORDS,
  BRING_CITIZENS,
  SECOND_FACTOR,
  LOST_APP,
  CHANGE_ADDRESS,
  ACCOUNT_HOME,
  ACCOUNT_PAGES,
  ACTIVITY,
  DATA_DOWNLOAD,
  CLOSING,
  KNOWN_ADDRESSES,
  MAILED_LINKS,
  ACCESS,
  GUESSES,
  API_DOCUMENT,
  AUDIT_LOG,
  BACKUPS,
  INVESTIGATIONS,
  FOUR_EYES,
  CONSOLE_ORDERS,
  MACHINE_KEYS,
  SUPPORT,
  REFUSALS,
]

/** How each room deletes expired rows from its tables. */
export const PURGES = purgesOf(TABLES)

/** Purges whose run reads many rows that stay. */
export const SELDOM_PURGES: readonly Purge[] = [purgeDevices]

/** Every limit, by its kind. */
export const LIMITS: Limits = Object.assign({}, ...ROOMS.map(({ limits }) => limits))

/** Every event that a room lists. */
export const EVENTS: Events = Object.assign({}, ...ROOMS.map(({ events }) => events))

/** Whether this release writes events of a name, and else which name was probably meant. An unknown one is no fault: an older release, or a room that was taken away, may have written it. */
export function findEventName(name: string): {
  readonly isKnown: boolean
  readonly meant: string | undefined
} {
  const isKnown = Object.hasOwn(EVENTS, name)
  return { isKnown, meant: isKnown ? undefined : nearest(name, Object.keys(EVENTS)) }
}

/** What the service needs of all rooms. */
export const OF_ROOMS: OfRooms = {
  rooms: ROOMS,
  ownData: ROOMS.flatMap(({ ownData }) => Object.entries(ownData ?? {})),
  limitKinds: LIMITS,
  events: EVENTS,
  accountLinks: ROOMS.flatMap(({ accountLink }) => accountLink ?? []),
  onProfile: ROOMS.flatMap(({ onProfile }) => onProfile ?? []),
  recent: ROOMS.flatMap(({ recent }) => recent ?? []),
  onRecover: ROOMS.flatMap(({ onRecover }) => onRecover ?? []),
}

/** What rooms know of others where something waits: whether an account asks for a code, and how it stays open. */
export function waitingNeeds(given: FactorNeeds): Pick<CarryOutNeeds, 'secondFactor' | 'keepOpen'> {
  const { secondFactor } = factorsOf(ROOMS, given)
  return { secondFactor, keepOpen: keepOpenIn(ROOMS) }
}

/** Carry out what has waited long enough in each room. */
export function carryOutPurges(given: Omit<CarryOutNeeds, 'secondFactor' | 'keepOpen'>): readonly Purge[] {
  const needs = { ...given, ...waitingNeeds(given) }
  return ROOMS.flatMap(({ carryOut }) => carryOut?.(needs) ?? [])
}

/** Deletes the rows of every room about a citizen, in the transaction that closes the account. */
export async function eraseCitizen(tx: Database, citizenId: string): Promise<void> {
  for (const { erase } of ROOMS) await erase?.(tx, citizenId)
}

/** Deletes what every room has counted against a citizen, in the transaction of the operator's order. False where there was nothing. */
export async function forgiveInRooms(tx: Database, citizenId: string): Promise<boolean> {
  let hadAny = false
  for (const { forgive } of ROOMS) hadAny = (await forgive?.(tx, citizenId)) || hadAny
  return hadAny
}
