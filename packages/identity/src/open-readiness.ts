import { createReadiness, type Dependency, type Finding, type Readiness } from './health/index.ts'
import type { MailSender } from './mail/index.ts'
import type { HashingProcess } from './passwords/index.ts'
import { type DatabaseAddress, openPool } from './platform/postgres/connect.ts'
import type { Database } from './platform/postgres/database.ts'
import { HalfDistributed } from './platform/postgres/layout.ts'
import type { Schema } from './platform/postgres/schema.ts'
import { lookAtSchema } from './platform/postgres/table-marks.ts'
import { probeRedis } from './rate-limits/index.ts'
import type { Signer } from './signing-keys/index.ts'

/** What a process opens when the schema fits. */
export interface OpenedLater {
  sender?: Pick<MailSender, 'available'>
  signer?: Pick<Signer, 'hasKey' | 'canSign'>
  hashing?: Pick<HashingProcess, 'runs'>
}

/** What the service has opened so far, and its settings. */
export interface ReadinessNeeds {
  readonly address: DatabaseAddress
  /** The pool that requests use. */
  readonly db: Database
  readonly databaseDeadlineMilliseconds: number
  readonly schema: Schema
  readonly redisUrl: string | undefined
  /** Set where signing keys are in a token. */
  readonly keyTokenSettings: object | undefined
  readonly later: OpenedLater
}

interface DependencyNeeds extends ReadinessNeeds {
  /** A pool that may connect to a replica, to say that it is one. */
  readonly anyServer: Database
}

/** Opens the readiness of a process. `close` ends its own connection to the database. */
export function openReadiness(needs: ReadinessNeeds): Readiness & { close(): Promise<void> } {
  const anyServer = openPool(needs.address, {
    connections: 1,
    deadlineMilliseconds: needs.databaseDeadlineMilliseconds,
    access: 'any',
    server: 'any',
  })
  return { ...createReadiness(dependenciesOf({ ...needs, anyServer })), close: () => anyServer.close() }
}

/**
 * What the service depends on. Mail and Redis do not count: without mail people sign in, and without Redis the limits are
 * counted in PostgreSQL.
 */
function dependenciesOf(needs: DependencyNeeds): readonly Dependency[] {
  const all: readonly Dependency[] = [
    { name: 'database', counts: true, look: () => lookAtDatabase(needs) },
    { name: 'schema', counts: true, look: () => examineSchema(needs) },
    { name: 'keys', counts: true, look: () => lookAtKeys(needs) },
    // A release whose processes cannot hash gets no requests. Where one stops hashing later, programs still need its answers about tokens.
    { name: 'passwords', counts: 'at-start', look: async () => lookAtHashing(needs) },
    { name: 'mail', counts: false, look: async () => lookAtMail(needs) },
  ]
  const { redisUrl, keyTokenSettings } = needs
  return [
    ...all,
    // As with passwords: what does not sign goes on while the token is away, and all processes have the same token.
    ...(keyTokenSettings
      ? [{ name: 'key-token', counts: 'at-start', look: () => lookAtToken(needs) } as const]
      : []),
    ...(redisUrl === undefined
      ? []
      : [{ name: 'redis', counts: false, look: () => lookAtRedis(redisUrl) } as const]),
  ]
}

/** Whether requests reach the primary. (What else the server itself tells, such as its timeline, belongs here.) */
async function lookAtDatabase({ db, anyServer }: DependencyNeeds): Promise<Finding> {
  const role = await roleOf(db).catch(async (error: unknown) => {
    if (error instanceof HalfDistributed) return error
    return roleOf(anyServer).catch(() => undefined)
  })
  if (role instanceof HalfDistributed) return { ok: false, says: role.message }
  if (role === undefined) return { ok: false, says: 'The database does not answer.' }
  if (role === 'primary') return { ok: true, role, says: 'The primary answers.' }
  return { ok: false, role, says: 'The server is a replica, which takes no writes.' }
}

async function roleOf(db: Database): Promise<'primary' | 'replica'> {
  const [server] = await db.query<{ isReplica: boolean }>`select pg_is_in_recovery() as "isReplica"`
  return server?.isReplica ? 'replica' : 'primary'
}

async function examineSchema({ db, schema }: DependencyNeeds): Promise<Finding> {
  try {
    const { trouble, missing, unknown } = await lookAtSchema(db, schema)
    if (trouble) return { ok: false, says: trouble.message }
    if (missing.length > 0) return { ok: true, says: 'It fits; portico migrate has work left for later.' }
    return {
      ok: true,
      says: unknown.length > 0 ? 'It is newer and fits this release.' : 'It is of this release.',
    }
  } catch {
    return { ok: false, says: 'It cannot be read.' }
  }
}

async function lookAtKeys({ later: { signer } }: DependencyNeeds): Promise<Finding> {
  if (!signer) return { ok: false, says: 'They are opened when the schema fits.' }
  if (await signer.hasKey()) return { ok: true, says: 'The key that signs can be opened.' }
  return {
    ok: false,
    says: 'The key that signs cannot be opened: PORTICO_SECRET_KEY is not the one that sealed it.',
  }
}

async function lookAtToken({ later: { signer } }: DependencyNeeds): Promise<Finding> {
  if (await signer?.canSign()) return { ok: true, says: 'The token of the signing keys signs.' }
  return {
    ok: false,
    says: 'The token of the signing keys does not sign: /o/token/ answers codes with 503. The log says why.',
  }
}

function lookAtHashing({ later: { hashing } }: DependencyNeeds): Finding {
  if (hashing?.runs()) return { ok: true, says: 'The process that hashes runs.' }
  return { ok: false, says: 'The process that hashes does not run: sign-ins answer 503. The log says why.' }
}

function lookAtMail({ later: { sender } }: DependencyNeeds): Finding {
  if (sender?.available() ?? true) return { ok: true, says: 'Letters can be sent, as far as is known.' }
  return { ok: false, says: 'The mail server accepts no letters: registration and recovery answer 503.' }
}

async function lookAtRedis(redisUrl: string): Promise<Finding> {
  const away: Finding = { ok: false, says: 'Redis does not answer: the limits are counted in PostgreSQL.' }
  return probeRedis(redisUrl).then(
    () => ({ ok: true, says: 'Redis answers.' }),
    () => away,
  )
}
