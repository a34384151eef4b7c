import type { ProgramSsoConfig } from './config.ts'
import { clockCheck } from './doctor-clock.ts'
import { examineIdentity } from './doctor-identity.ts'
import type { DoctorCheck, DoctorReport } from './program-sso.ts'
import type { Service } from './service.ts'

type AnyConfig = Pick<ProgramSsoConfig<{ id: string }>, 'encryptionKeys' | 'env' | 'fetch'>

/** Looks at everything that must be right before the first citizen comes. */
export async function examine(service: Service, config: AnyConfig): Promise<DoctorReport> {
  const checks = [
    ...(await examineStore(service)),
    ...(await examineIdentity(service, config.fetch ?? globalThis.fetch)),
    callbackAddress(service),
    ...customSchemes(service),
    keyCount(config),
    ...(await capacity(service)),
  ]
  return { ok: checks.every(({ ok }) => ok), checks }
}

async function examineStore({ store, clock }: Service): Promise<DoctorCheck[]> {
  try {
    const { current, needed } = await store.version()
    const skewMs = Math.abs((await store.now()).getTime() - clock.now().getTime())
    return [
      { id: 'database', ok: true, message: `The store (${store.name}) answers.` },
      current === needed
        ? { id: 'schema', ok: true, message: `The schema is at version ${current}.` }
        : {
            id: 'schema',
            ok: false,
            message: `The schema is at version ${current}, this code needs ${needed}.`,
            fix: 'run: npx portico-program migrate',
          },
      clockCheck('database-clock', 'the database', skewMs / 1000),
    ]
  } catch (error) {
    const message = `The store does not answer: ${error instanceof Error ? error.message : 'unknown'}`
    return [{ id: 'database', ok: false, message, fix: 'check DATABASE_URL, and that PostgreSQL runs' }]
  }
}

function callbackAddress({ settings }: Service): DoctorCheck {
  const { callbackUrl } = settings.central
  return {
    id: 'callback',
    ok: true,
    message: `Register this callback address at the identity service: ${callbackUrl}`,
  }
}

function customSchemes({ settings }: Service): DoctorCheck[] {
  const custom = settings.returnUris.filter((uri) => !/^https?:/.test(uri))
  return custom.map((uri) => ({
    id: 'return-address',
    ok: true,
    message: `Any app on a phone may claim the scheme of ${uri}.`,
    fix: 'use an https address that opens the app (App Links, Universal Links)',
  }))
}

function keyCount({ encryptionKeys, env }: AnyConfig): DoctorCheck {
  const count = encryptionKeys.length
  const message = `${count} encryption ${count === 1 ? 'key' : 'keys'}, ${encryptionKeys[0]?.id} seals.`
  const enough = count > 1 || (env ?? 'production') !== 'production'
  return {
    id: 'encryption-keys',
    ok: true,
    message,
    ...(enough ? {} : { fix: 'practise a rotation: put a second key in front, keep the old one' }),
  }
}

async function capacity({ store, clock, settings }: Service): Promise<DoctorCheck[]> {
  const since = new Date(clock.now().getTime() - settings.ceilingMs)
  const active = await store.countActiveSessions(since).catch(() => null)
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
