import type { ProgramSsoConfig } from './config.ts'
import { isLoopback } from './config-problems.ts'
import { clockCheck } from './doctor-clock.ts'
import { type DoctorTools, examineIdentity } from './doctor-identity.ts'
import { examineProgram } from './doctor-program.ts'
import { errorMessage, systemClock } from './platform/index.ts'
import type { DoctorCheck, DoctorReport } from './program-sso.ts'
import { BEGIN_KEYS, tooWide } from './routes/index.ts'
import type { Service } from './service.ts'
import { isSameOwner, StoreOfAnotherProgram, type StoreOwner } from './store/index.ts'

type AnyConfig = Pick<ProgramSsoConfig<{ id: string }>, 'encryptionKeys' | 'env' | 'fetch' | 'clock'>

/** Checks everything that must be right before the first sign-in. */
export async function examine(service: Service, config: AnyConfig): Promise<DoctorReport> {
  // The service's clock is aligned with the store's clock, so it would hide a wrong clock of the machine.
  const tools: DoctorTools = { clock: config.clock ?? systemClock, fetch: config.fetch ?? globalThis.fetch }
  const checks = [
    ...(await examineStore(service, tools)),
    ...(await examineIdentity(service, tools)),
    ...(await examineProgram(service, config, tools)),
    ...(await capacity(service)),
    ...proxies(service),
    ...(await callers(service)),
    ...(await revocations(service)),
  ]
  return { ok: checks.every(({ ok }) => ok), checks }
}

async function examineStore({ store, settings }: Service, { clock }: DoctorTools): Promise<DoctorCheck[]> {
  try {
    const skewMs = Math.abs((await store.now()).getTime() - clock.now().getTime())
    const state = await store.version()
    return [
      { id: 'database', ok: true, message: `The store (${store.name}) answers.` },
      schemaCheck(state),
      ownerCheck(state.owner, settings.central),
      clockCheck('database-clock', 'the database', skewMs / 1000),
      ...(await primaryCheck(store)),
    ]
  } catch (error) {
    const message = `The store does not answer: ${errorMessage(error)}`
    return [{ id: 'database', ok: false, message, fix: fixOf(store.name) }]
  }
}

function fixOf(store: string): string {
  if (store === 'sqlite') return 'check the path in DATABASE_URL, and run: npx portico-program migrate'
  return `check DATABASE_URL, and check that ${store === 'mysql' ? 'MySQL or MariaDB' : 'PostgreSQL'} runs`
}

function schemaCheck({
  current,
  needed,
  fits,
}: Awaited<ReturnType<Service['store']['version']>>): DoctorCheck {
  const id = 'schema'
  if (current === needed) return { id, ok: true, message: `The schema is at version ${current}.` }
  if (current < needed) {
    const message = `The schema is at version ${current}. This code needs version ${needed}.`
    return { id, ok: false, message, fix: 'run: npx portico-program migrate' }
  }
  const message = `The schema is at version ${current}, newer than this code (${needed}). This code ${fits ? 'may' : 'must not'} run on it.`
  return { id, ok: fits, message, fix: 'update @portico/program' }
}

const PROOFS = {
  all: 'The synchronous standby acknowledges each commit, so an old primary is noticed within 5 s, and answers nobody.',
  some: 'Any of several standbys acknowledges a commit, which proves little: another one may have been promoted.',
  none: 'No standby acknowledges a commit, so the server cannot prove that it is the primary.',
}

/** One server needs no proof, so this is only a note. */
async function primaryCheck(store: Service['store']): Promise<DoctorCheck[]> {
  const acknowledged = await store.acknowledged?.()
  if (acknowledged === undefined) return []
  const fix =
    'one server alone needs nothing; if it has replicas, set synchronous_standby_names: deploy/patroni'
  return [
    {
      ...{ id: 'database-primary', ok: true, message: PROOFS[acknowledged] },
      ...(acknowledged === 'all' ? {} : { fix }),
    },
  ]
}

/** The tokens of one program must not open another one. */
function ownerCheck(owner: StoreOwner | null, program: StoreOwner): DoctorCheck {
  const id = 'store-owner'
  if (owner && isSameOwner(owner, program))
    return { id, ok: true, message: 'The store belongs to this program.' }
  if (owner)
    return {
      ...{ id, ok: false, message: new StoreOfAnotherProgram(owner, program).message },
      fix: 'set SSO_STORE_NAME to a name of this program, and give the same name to its store',
    }
  const message = 'The store does not say yet which program it belongs to.'
  return { id, ok: true, message, fix: 'run: npx portico-program migrate' }
}

async function capacity({ store, settings }: Service): Promise<DoctorCheck[]> {
  const active = await store.countActiveSessions(settings.ceilingMs).catch(() => null)
  if (active === null) return []
  const perMinute = Math.ceil((active * 60_000) / settings.ceilingMs)
  const most = settings.central.outboundIntrospectPerMinute
  const message = `${active} sessions in use need up to ${perMinute} checks per minute. The budget is ${most}.`
  return [
    {
      id: 'capacity',
      ok: perMinute <= most,
      message,
      ...(perMinute <= most * 0.7
        ? {}
        : { fix: 'ask for a higher introspection limit, or use more outgoing addresses' }),
    },
  ]
}

/** Whoever is in a range of trusted proxies chooses the address that is counted. */
function proxies({ settings }: Service): DoctorCheck[] {
  const fix = 'set SSO_TRUSTED_PROXIES to the addresses of your own proxies and nothing wider'
  return tooWide(settings.clientIp).map((range) => ({
    ...{ id: 'trusted-proxies', ok: false, fix },
    message: `${range} is nearly everybody: each of them can choose an address, and so has no limit.`,
  }))
}

const HOUR_MS = 3_600_000

/**
 * If a proxy is not in `trustedProxies`, all citizens behind it share one address and its limits. Where none is named, one
 * private address is a proxy's: the program is in public.
 */
async function callers({ store, clock, settings }: Service): Promise<DoctorCheck[]> {
  if (!settings.throttle || isLoopback(new URL(settings.programBaseUrl))) return []
  const since = new Date(clock.now().getTime() - HOUR_MS)
  const count = (prefix: string) => store.countThrottled(prefix, since).catch(() => null)
  const [hidden, open] = [await count(BEGIN_KEYS.private), await count(BEGIN_KEYS.public)]
  if (hidden !== 1 || open !== 0) return []
  return [
    {
      id: 'callers',
      ok: settings.clientIp !== 'socket',
      message: 'All sign-ins of the last hour came from one private address. They share its limits.',
      fix: 'if it is your proxy, set SSO_TRUSTED_PROXIES to its address',
    },
  ]
}

/** A grant waits for some minutes after an outage. A longer wait is a note. */
const LONG_WAIT_MS = 3_600_000

async function revocations({ store, clock }: Service): Promise<DoctorCheck[]> {
  const found = await store.countRevocations().catch(() => null)
  if (!found) return []
  const id = 'revocations'
  if (!found.since) return [{ id, ok: true, message: 'No central grant waits to be revoked.' }]
  const { waiting, since } = found
  const grants = waiting === 1 ? '1 central grant waits' : `${waiting} central grants wait`
  const message = `${grants} to be revoked, since ${since.toISOString()}.`
  const isLate = clock.now().getTime() - since.getTime() > LONG_WAIT_MS
  const fix = 'correct the failed checks of the identity service, then run: npx portico-program purge'
  return [{ id, ok: true, message, ...(isLate ? { fix } : {}) }]
}
