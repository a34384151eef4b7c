import type { OperatorOrigin } from '../audit/index.ts'
import { recordRead } from '../audit-log/index.ts'
import type { Config } from '../config.ts'
import { loadEmbedded } from '../load-embedded.ts'
import { SCHEMA } from '../migrations.ts'
import { openDatabaseServer, openKeyring } from '../open-database.ts'
import type { Basics } from '../platform/foundation.ts'
import { type DatabaseAddress, openPool } from '../platform/postgres/connect.ts'
import type { Database } from '../platform/postgres/database.ts'
import { findUnsettledRecovery } from '../platform/postgres/recovered-database.ts'
import { lookAtSchema } from '../platform/postgres/table-marks.ts'
import { findStoredTimeline, findTimeline } from '../platform/postgres/timeline.ts'
import { systemClock } from '../platform/system-clock.ts'
import { systemRandom } from '../platform/system-random.ts'
import { HEADS } from '../room-heads.ts'
import { readSecretKey, secretKeyPath } from '../secret-key-file.ts'
import { listSigningKeys, requireReadableKeys } from '../signing-keys/index.ts'
import { examineAudit, examineRights } from './examine-audit.ts'
import { examineCitus } from './examine-citus.ts'
import { examineCitusServers, saysServerAway } from './examine-citus-servers.ts'
import { examineCitusWorkers } from './examine-citus-workers.ts'
import { examineDemo } from './examine-demo.ts'
import { examineWaitingActs } from './examine-four-eyes.ts'
import { examineInvestigations } from './examine-investigations.ts'
import { examineKeyAge } from './examine-key-age.ts'
import { examineKeyToken } from './examine-key-token.ts'
import { examineOldKeys } from './examine-old-keys.ts'
import { examineOrders } from './examine-orders.ts'
import { examinePooler } from './examine-pooler.ts'
import { examineCallers } from './examine-proxies.ts'
import { examineSeals } from './examine-seals.ts'
import { examineSecrets } from './examine-secrets.ts'
import { type Finding, idle, ok, wrong } from './finding.ts'
import { findServerFacts, type ServerFacts } from './server-facts.ts'
import { sayWhy } from './trouble.ts'

const OLDEST_VERSION = 150_000
const MOST_SKEW_MILLISECONDS = 2_000
const PATIENCE = { connections: 1, deadlineMilliseconds: 10_000, access: 'any', server: 'any' } as const

/** Checks that the database answers, is new enough and up to date, has the right time, and opens with the secret key. */
export async function examineDatabase(
  config: Config,
  { by, progress }: { readonly by: OperatorOrigin; readonly progress: (line: string) => void },
): Promise<readonly Finding[]> {
  try {
    if (config.database.kind === 'embedded' && !(await loadEmbedded()).hasCluster(config.dataDir))
      return [idle('Database', 'the embedded one is made at the first start')]
    const server = await openDatabaseServer(config, progress)
    try {
      return await examineServer(config, server.address, by)
    } finally {
      await server.close()
    }
  } catch (error) {
    const mend =
      config.database.kind === 'url'
        ? 'check PORTICO_DATABASE_URL, that PostgreSQL runs, and that this machine may connect to it'
        : 'do what the sentence says, or set PORTICO_DATABASE_URL'
    return [wrong('Database', sayWhy(error), mend)]
  }
}

async function examineServer(
  config: Config,
  address: DatabaseAddress,
  by: OperatorOrigin,
): Promise<readonly Finding[]> {
  const pooler = await examinePooler(address)
  if (pooler.state === 'wrong') return [pooler]
  const db = openPool(address, PATIENCE)
  try {
    const asked = systemClock.nowMilliseconds()
    const facts = await findServerFacts(db)
    const answered = systemClock.nowMilliseconds()
    const server = facts ? [versionFinding(facts), clockFinding(facts, (asked + answered) / 2)] : []
    const citus = [
      ...(await examineCitus(db)),
      ...(await examineCitusServers(db, address)),
      ...(await examineCitusWorkers(db, address)),
    ]
    // What follows asks every server.
    if (citus.some(saysServerAway)) return [...server, pooler, ...citus]
    const schema = await examineSchema(db)
    const below = [...server, pooler, ...citus, await examineTimeline(db), schema]
    if (schema.state !== 'ok') return below
    const signing = await examineSigningKeys(config, db, by)
    const basics = { db, clock: systemClock, random: systemRandom }
    const keyring = signing.state === 'ok' ? await openKeyring(config, basics) : undefined
    return [
      ...below,
      signing,
      ...(keyring ? await examineKeyToken(config, { ...basics, keyring }) : []),
      ...examineKeyAge(await listSigningKeys(basics), config.keyRotationDays, systemClock.now()),
      ...(await examineOldKeys(await keysInUse(config), db)),
      ...(await examineAudit(config, address)),
      await examineRights(db),
      ...(await examineSeals({ db, keyring }, systemClock.now())),
      ...(await examineRooms(basics, config)),
      ...(await examineSecrets(db, systemClock.now())),
      ...(await examineDemo(config, db)),
      ...(await examineOrders(config, db)),
      ...(await examineCallers(config, db)),
      ...(await examineWaitingActs(db)),
      ...(await examineInvestigations(db)),
    ]
  } finally {
    await db.close()
  }
}

/** Whether the server is new enough and accepts writes. */
export function versionFinding({ version, versionNumber, isReadOnly }: ServerFacts): Finding {
  if (versionNumber < OLDEST_VERSION) {
    return wrong('Database', `PostgreSQL ${version} is too old`, 'use PostgreSQL 15 or newer')
  }
  if (isReadOnly) {
    return wrong(
      'Database',
      `PostgreSQL ${version} is a replica that takes no writes`,
      'name the primary in PORTICO_DATABASE_URL, or all hosts: Portico finds the primary',
    )
  }
  return ok('Database', `PostgreSQL ${version} answers`)
}

/** Whether the clock of the database agrees with this machine's, which was `now` in the middle of the question. */
export function clockFinding(
  { clockMilliseconds }: Pick<ServerFacts, 'clockMilliseconds'>,
  now: number,
): Finding {
  const skew = Math.round(clockMilliseconds - now)
  if (Math.abs(skew) <= MOST_SKEW_MILLISECONDS) return ok('Clock', 'this machine and the database agree')
  const seconds = (Math.abs(skew) / 1000).toFixed(1)
  const direction = skew > 0 ? 'ahead of' : 'behind'
  return wrong(
    'Clock',
    `the database is ${seconds} s ${direction} this machine`,
    'set the clocks of both machines by NTP',
  )
}

/** Whether Portico takes the server for an old primary: a newer timeline of its cluster is stored. */
async function examineTimeline(db: Database): Promise<Finding> {
  const check = 'Timeline'
  const seen = await findTimeline(db)
  if (!seen) return idle(check, 'the server tells none, so Portico cannot recognise an old primary')
  const stored = (await findStoredTimeline(db, seen.systemIdentifier)) ?? seen.timeline
  const where = `of cluster ${seen.systemIdentifier}`
  const target = await findUnsettledRecovery(db)
  if (target !== undefined) {
    return wrong(
      check,
      `the server was recovered to an earlier moment (${target}), and writes timeline ${seen.timeline} ${where}; ${stored} is stored`,
      'run portico after-recovery (docs/runbooks/point-in-time-recovery.md)',
    )
  }
  if (seen.timeline >= stored) return ok(check, `the server writes timeline ${seen.timeline} ${where}`)
  return wrong(
    check,
    `the server writes timeline ${seen.timeline} ${where}, and timeline ${stored} is stored: Portico takes it for an old primary`,
    'name the primary with the newest timeline; if this is the right one, run portico timeline accept (docs/runbooks/failover.md)',
  )
}

/** What rooms say about their work beside the requests. */
async function examineRooms(needs: Basics, config: Config): Promise<readonly Finding[]> {
  const found: Finding[] = []
  for (const { examines } of Object.values(HEADS)) found.push(...((await examines?.(needs, config)) ?? []))
  return found
}

/** The secret keys of the settings, or the one in the data directory. A damaged file has a finding of its own. */
async function keysInUse({ secretKeys, dataDir }: Config): Promise<readonly Buffer[]> {
  if (secretKeys.length > 0) return secretKeys
  const key = await readSecretKey(secretKeyPath(dataDir)).catch(() => undefined)
  return key ? [key] : []
}

async function examineSchema(db: Database): Promise<Finding> {
  const { missing, unknown, trouble } = await lookAtSchema(db, SCHEMA)
  if (trouble && trouble.why !== 'too-old') return wrong('Migrations', trouble.message, 'see above')
  if (missing.length > 0) {
    const names = missing.map(({ name }) => name).join(', ')
    return wrong('Migrations', `${missing.length} to apply: ${names}`, 'run portico migrate')
  }
  if (unknown.length === 0) return ok('Migrations', 'the database is up to date')
  return ok('Migrations', 'a newer release has migrated the database, and this one still runs on it')
}

async function examineSigningKeys(config: Config, db: Database, by: OperatorOrigin): Promise<Finding> {
  const check = 'Signing keys'
  const needs = { db, clock: systemClock, random: systemRandom }
  await recordRead({ ...needs, by }, { command: 'doctor' })
  const keys = await listSigningKeys(needs)
  if (keys.length === 0) return idle(check, 'the first one is made when the service starts')
  try {
    await requireReadableKeys({ ...needs, keyring: await openKeyring(config, needs) })
    return ok(check, `${keys.length} can be opened with the secret key`)
  } catch (error) {
    return wrong(
      check,
      sayWhy(error),
      'bring back the secret key that sealed them (PORTICO_SECRET_KEY or the file secret-key)',
    )
  }
}
