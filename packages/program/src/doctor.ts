import type { ProgramSsoConfig } from './config.ts'
import { isLoopback } from './config-problems.ts'
import { clockCheck } from './doctor-clock.ts'
import { examineIdentity, type Instruments } from './doctor-identity.ts'
import { examineProgram } from './doctor-program.ts'
import { errorWords, systemClock } from './platform/index.ts'
import type { DoctorCheck, DoctorReport } from './program-sso.ts'
import { BEGIN_KEYS } from './routes/index.ts'
import type { Service } from './service.ts'

type AnyConfig = Pick<ProgramSsoConfig<{ id: string }>, 'encryptionKeys' | 'env' | 'fetch' | 'clock'>

/** Looks at everything that must be right before the first citizen comes. */
export async function examine(service: Service, config: AnyConfig): Promise<DoctorReport> {
  // The service's own clock is set by the store's, and would hide what the machine's is off.
  const instruments = { clock: config.clock ?? systemClock, fetch: config.fetch ?? globalThis.fetch }
  const checks = [
    ...(await examineStore(service, instruments)),
    ...(await examineIdentity(service, instruments)),
    ...(await examineProgram(service, config, instruments)),
    ...(await capacity(service)),
    ...(await callers(service)),
    ...(await revocations(service)),
  ]
  return { ok: checks.every(({ ok }) => ok), checks }
}

async function examineStore({ store }: Service, { clock }: Instruments): Promise<DoctorCheck[]> {
  try {
    const skewMs = Math.abs((await store.now()).getTime() - clock.now().getTime())
    return [
      { id: 'database', ok: true, message: `The store (${store.name}) answers.` },
      schemaCheck(await store.version()),
      clockCheck('database-clock', 'the database', skewMs / 1000),
    ]
  } catch (error) {
    const message = `The store does not answer: ${errorWords(error)}`
    return [{ id: 'database', ok: false, message, fix: 'check DATABASE_URL, and that PostgreSQL runs' }]
  }
}

function schemaCheck({
  current,
  needed,
  fits,
}: Awaited<ReturnType<Service['store']['version']>>): DoctorCheck {
  const id = 'schema'
  if (current === needed) return { id, ok: true, message: `The schema is at version ${current}.` }
  if (current < needed) {
    const message = `The schema is at version ${current}, this code needs ${needed}.`
    return { id, ok: false, message, fix: 'run: npx portico-program migrate' }
  }
  const message = `The schema is at version ${current}, newer than this code (${needed}), and ${fits ? 'fits it' : 'does not fit it'}.`
  return { id, ok: fits, message, fix: 'update @portico/program' }
}

async function capacity({ store, settings }: Service): Promise<DoctorCheck[]> {
  const active = await store.countActiveSessions(settings.ceilingMs).catch(() => null)
  if (active === null) return []
  const perMinute = Math.ceil((active * 60_000) / settings.ceilingMs)
  const most = settings.central.outboundIntrospectPerMinute
  const message = `${active} sessions in use need up to ${perMinute} of ${most} checks a minute.`
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

const HOUR_MS = 3_600_000

/** Behind a proxy that nobody named, all citizens share one address and its limits. */
async function callers({ store, clock, settings }: Service): Promise<DoctorCheck[]> {
  if (!settings.throttle || isLoopback(new URL(settings.programBaseUrl))) return []
  const since = new Date(clock.now().getTime() - HOUR_MS)
  const count = (prefix: string) => store.countThrottled(prefix, since).catch(() => null)
  const [hidden, open] = [await count(BEGIN_KEYS.private), await count(BEGIN_KEYS.public)]
  if (hidden !== 1 || open !== 0) return []
  return [
    {
      id: 'callers',
      ok: true,
      message: 'All sign-ins of the last hour came from one private address, and share its limits.',
      fix: 'if it is a proxy of yours, set SSO_TRUSTED_PROXIES to its address',
    },
  ]
}

/** A grant waits for minutes where the identity service was away. */
const LONG_WAIT_MS = 3_600_000

async function revocations({ store, clock }: Service): Promise<DoctorCheck[]> {
  const found = await store.countRevocations().catch(() => null)
  if (!found) return []
  const id = 'revocations'
  if (!found.since) return [{ id, ok: true, message: 'No central grant waits to be revoked.' }]
  const { waiting, since } = found
  const message = `${waiting} central ${waiting === 1 ? 'grant waits' : 'grants wait'} to be revoked, since ${since.toISOString()}.`
  const isLate = clock.now().getTime() - since.getTime() > LONG_WAIT_MS
  const fix = 'look at the checks of the identity service above, then run: npx portico-program purge'
  return [{ id, ok: true, message, ...(isLate ? { fix } : {}) }]
}
