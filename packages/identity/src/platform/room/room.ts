import type { UnixSeconds } from '../clock.ts'
import type { Route } from '../http/route.ts'
import type { Translations } from '../languages.ts'
import type { Metric } from '../metric.ts'
import type { OwnData } from '../own-data.ts'
import type { Database } from '../postgres/database.ts'
import type { Migration } from '../postgres/migration.ts'
import type { Purge } from '../postgres/purge.ts'
import type { Tables } from '../postgres/table.ts'
import type { Events } from './event.ts'
import type { Explains, FindingKinds, OwnLink } from './explains.ts'
import type { Holds } from './holds.ts'
import type { Limits } from './limit.ts'

/**
 * What a room brings to the building. `rooms.ts` puts the lists of all rooms together, and what stands below knows this shape
 * and no room's name.
 */
export interface Room<Service = never, CarryOut = never> {
  readonly routes?: (service: Service) => readonly Route[]
  /** Routes that say what the routes of all rooms are. */
  readonly routesAboutOthers?: (service: Service, others: readonly Route[]) => readonly Route[]
  /** What it counts. */
  readonly metrics?: (service: Service) => readonly Metric[]
  /** In place of both: routes that share something in this process, and what that counts. */
  readonly open?: (service: Service) => OpenRoom
  /** Its sentences on pages and in letters. */
  readonly words?: Translations<object>
  readonly limits?: Limits
  readonly events?: Events
  /** Deletes its rows about a citizen whose account is closed, in that transaction. */
  readonly erase?: (tx: Database, citizenId: string) => Promise<unknown>
  /** What it has about a citizen, by the name that it has in the citizen's copy. */
  readonly ownData?: Readonly<Record<string, OwnData>>
  /** Carries out what has waited long enough. Housekeeping calls it again and again. */
  readonly carryOut?: (needs: CarryOut) => Purge
  readonly accountLink?: AccountLink
  /** A link on the page of the own data. */
  readonly onProfile?: OnProfile
  /** What the page for a forgotten password says to somebody whom its mail does not help. */
  readonly onRecover?: Translations<FurtherHelp>
}

/** A room with tables. `room-heads.ts` puts them together. */
export interface RoomWithTables {
  readonly tables: Tables
  /** What has changed its tables since the baseline. */
  readonly migrations?: readonly Migration[]
  /** What it keeps sealed by the secret keys of the service. */
  readonly sealed?: Sealed
  /** What it tells a supporter about somebody who cannot get in. */
  readonly explains?: Explains
  /** The links that it mails to citizens, of which the room of mailed links tells. */
  readonly ownLinks?: readonly OwnLink[]
  /** The names of all that it can tell. */
  readonly findings?: FindingKinds
  /** Since when each key can be trusted with which a citizen proves more than the password (decision 60). */
  readonly trustedKeys?: TrustedKeys
  /** What a citizen has of it, so that an operator reads before an act what it ends. */
  readonly holds?: Holds
}

/** Since when each key of a citizen can be trusted. */
export type TrustedKeys = (db: Database, citizenId: string) => Promise<readonly UnixSeconds[]>

/** A room whose routes share something that only this process has. */
export interface OpenRoom {
  readonly routes: readonly Route[]
  readonly metrics: readonly Metric[]
}

/** Values that need the key which sealed them. */
export interface Sealed {
  /** What an examination calls them, and how it counts them. */
  readonly name: string
  readonly one: string
  readonly many: string
  /** How many each key has sealed, by the id of the key in hexadecimal digits. */
  readonly countByKey: (db: Database) => Promise<readonly SealedByKey[]>
  /** Some values that another key has sealed, in the order of their places. */
  readonly findOthers: (db: Database, batch: SealedBatch) => Promise<readonly SealedValue[]>
  /** Stores what was sealed anew, where the stored value is still the one that was read. False where it has changed or is gone: nothing is stored then. */
  readonly replace: (db: Database, value: SealedValue, resealed: Buffer) => Promise<boolean>
}

/** Which values to find. */
export interface SealedBatch {
  /** The id of the key whose values are left out. */
  readonly keyId: Buffer
  /** The place behind which they are; `''` for the first. */
  readonly after: string
  readonly most: number
}

/** A sealed value, and the row that it is in. */
export interface SealedValue {
  /** Its key in the table, as text. */
  readonly place: string
  /** What the seal names. */
  readonly context: string
  readonly sealed: Buffer
}

/** How many values a key has sealed. */
export interface SealedByKey {
  readonly keyId: string
  readonly count: number
}

/** A page of the account: a place at the head of all of them, or a page that one of these places leads to. */
export interface AccountLink {
  readonly path: string
  readonly label: Translations<string>
  /** Its place among the links. */
  readonly rank: number
  /** The place that leads to it, where it is none of its own. */
  readonly within?: 'security' | 'profile'
  /** The title of a page where a citizen gets a copy of everything. The page of the own data and the one that closes the account lead there. */
  readonly copy?: Translations<string>
}

/** What a room adds to the page of the own data. */
export interface OnProfile {
  readonly link: { readonly path: string; readonly label: Translations<string> }
  /** The link stands beside the address of the account, and not at the end. */
  readonly beside?: 'address'
}

/** Help that opens by its summary. */
export interface FurtherHelp {
  readonly summary: string
  readonly steps: readonly string[]
}
