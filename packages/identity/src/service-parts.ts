import { openHotStatements } from './access/index.ts'
import type { Brand } from './brand/index.ts'
import { createClientAuthenticator, createClientDirectory, listClientNames } from './clients/index.ts'
import {
  afterRecoveryIn,
  earliestClosingIn,
  helpFormerOwnerIn,
  homeIn,
  inEachRoom,
  keepOpenIn,
  onPagesIn,
  type RecentFactors,
  type RoomAtMoments,
  type RoomOnHome,
  type RoomOnPages,
} from './moments/index.ts'
import { designOf } from './pages/index.ts'
import { type Argon2, createPasswordHasher } from './passwords/index.ts'
import type { TimeZone } from './platform/date-words.ts'
import type { Foundation } from './platform/foundation.ts'
import type { TrustedProxies } from './platform/http/client-address.ts'
import { cookieJar } from './platform/http/cookies.ts'
import type { Translations } from './platform/languages.ts'
import type { OwnData } from './platform/own-data.ts'
import type { Database } from './platform/postgres/database.ts'
import type { Events } from './platform/room/event.ts'
import type { Limits } from './platform/room/limit.ts'
import type { AccountLink, FurtherHelp, OnProfile } from './platform/room/room.ts'
import { createRateLimits, type LimitConfig } from './rate-limits/index.ts'
import {
  factorsOf,
  foreignPasswordsOf,
  type RoomWithFactor,
  type RoomWithForeignPasswords,
} from './sign-in/index.ts'
import type { Signer } from './signing-keys/index.ts'

/** The most hashes that wait. The next request is refused and may come again, so nobody waits long. */
const MOST_WAITING_HASHES = 64

/** The settings that the rooms use. */
export interface ServiceConfig {
  readonly baseUrl: string
  readonly serviceName: string
  readonly timeZone: TimeZone
  readonly trustedProxies: TrustedProxies
  readonly redisUrl: string | undefined
  readonly limits: LimitConfig
  readonly passwordMinLength: number
  readonly closingWaitDays: number
  readonly lostAppWaitDays: number
  readonly addressChangeWaitDays: number
  readonly brand?: Brand | undefined
  readonly securityContact?: string | undefined
  /** The most password hashes at once. */
  readonly hashingConcurrency: number
  /** Where passwords are hashed. Without it, in threads of this process. */
  readonly argon2?: Argon2 | undefined
  /** Opens a process beside this one that compares passwords by this file. Without it, they are compared in this process. */
  readonly hashElsewhere?: ((file: URL, silentMilliseconds: number) => Pick<Argon2, 'verify'>) | undefined
  /** How long one request may wait for the database. */
  readonly databaseDeadlineMilliseconds: number
}

/** The sender of letters: whether mail can be sent, and a call for a new letter. */
export interface Mailer {
  available(): boolean
  wake(): void
}

/** What all rooms bring to the service beside routes. */
export interface OfRooms {
  readonly rooms: readonly (RoomAtMoments &
    RoomOnPages &
    RoomOnHome &
    RoomWithFactor &
    RoomWithForeignPasswords)[]
  /** What each room has about a citizen, by its name in the citizen's copy. */
  readonly ownData: readonly (readonly [name: string, read: OwnData])[]
  readonly limitKinds: Limits
  readonly events: Events
  readonly accountLinks: readonly AccountLink[]
  readonly onProfile: readonly OnProfile[]
  readonly recent: readonly RecentFactors[]
  readonly onRecover: readonly Translations<FurtherHelp>[]
}

/** Everything that a room may use. */
export type ServiceParts = ReturnType<typeof composeParts>

/** Makes what the rooms share. */
export function composeParts(
  foundation: Foundation,
  config: ServiceConfig,
  given: { readonly mail: Mailer; readonly signer: Signer } & OfRooms,
) {
  const { db } = foundation
  const { mail, signer, rooms, limitKinds, ...ofRooms } = given
  return {
    ...foundation,
    ...config,
    mail,
    signer,
    design: designOf(config.brand),
    limits: createRateLimits({ ...foundation, ...config, kinds: limitKinds }),
    cookies: cookieJar(config.baseUrl),
    ...factorsOf(rooms, { ...foundation, ...config }),
    foreignPasswords: foreignPasswordsOf(rooms, { ...foundation, ...config }),
    clients: createClientAuthenticator(foundation),
    directory: createClientDirectory(db),
    passwords: createPasswordHasher({
      concurrency: config.hashingConcurrency,
      maxWaiting: MOST_WAITING_HASHES,
      argon2: config.argon2,
    }),
    access: openHotStatements({ ...foundation, ...config }),
    revokeFactors: inEachRoom(rooms, 'revokeFactors'),
    afterRecovery: afterRecoveryIn(rooms),
    afterStrongSignIn: inEachRoom(rooms, 'afterStrongSignIn'),
    earliestClosing: earliestClosingIn(rooms),
    keepOpen: keepOpenIn(rooms),
    helpFormerOwner: helpFormerOwnerIn(rooms),
    onPages: onPagesIn(rooms),
    home: homeIn(rooms),
    ...ofRooms,
    namesHere: () => namesHere(db, config),
  }
}

/** The names at the head of the pages, and their host: attackers try them first as passwords. */
async function namesHere(
  db: Database,
  { serviceName, baseUrl }: Pick<ServiceConfig, 'serviceName' | 'baseUrl'>,
): Promise<readonly string[]> {
  return [serviceName, new URL(baseUrl).hostname, ...(await listClientNames(db))]
}
