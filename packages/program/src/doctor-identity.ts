import { clockCheck } from './doctor-clock.ts'
import { bytesToBase64Url, type Clock } from './platform/index.ts'
import type { DoctorCheck } from './program-sso.ts'
import type { Service } from './service.ts'

/** What the doctor uses beside the service: the machine's clock, and fetch. */
export interface DoctorTools {
  readonly clock: Clock
  readonly fetch: typeof globalThis.fetch
}

/** Checks the identity service: metadata, keys, clock, and the registration of this program. */
export async function examineIdentity(service: Service, tools: DoctorTools): Promise<DoctorCheck[]> {
  const { settings, central, random } = service
  const probed = await central.probe()
  if (!probed.ok) {
    const fix = `open ${settings.central.baseUrl}/.well-known/openid-configuration from this machine and compare its issuer with SSO_IDENTITY_URL`
    return [{ id: 'discovery', ok: false, message: probed.refusal.reason, fix }]
  }
  const seen = await central.introspect(`doctor-${bytesToBase64Url(random.bytes(16))}`)
  const credentials: DoctorCheck = seen.ok
    ? { id: 'credentials', ok: true, message: 'The client id and its secret are right.' }
    : {
        ...{ id: 'credentials', ok: false, message: `The client id or its secret: ${seen.refusal.reason}.` },
        fix: 'check SSO_CLIENT_ID and SSO_CLIENT_SECRET',
      }
  return [
    { id: 'discovery', ok: true, message: 'Discovery answers and offers S256.' },
    { id: 'issuer', ok: true, message: `The issuer is ${settings.central.issuer}, character by character.` },
    ...(await examineKeys(probed.value.keysUrl, settings.central.timeoutMs, tools)),
    credentials,
  ]
}

async function examineKeys(
  keysUrl: string,
  timeoutMs: number,
  { clock, fetch }: DoctorTools,
): Promise<DoctorCheck[]> {
  try {
    const answer = await fetch(keysUrl, { signal: AbortSignal.timeout(timeoutMs), redirect: 'manual' })
    const date = Date.parse(answer.headers.get('date') ?? '')
    const skew = Math.abs(date - clock.now().getTime()) / 1000
    return [
      keyCheck(await answer.json()),
      ...(Number.isNaN(date) ? [] : [clockCheck('identity-clock', 'the identity service', skew)]),
    ]
  } catch {
    const fix = `open ${keysUrl} from this machine`
    return [{ id: 'keys', ok: false, message: 'The key set cannot be read.', fix }]
  }
}

function keyCheck(set: unknown): DoctorCheck {
  const keys: unknown = typeof set === 'object' && set !== null && 'keys' in set ? set.keys : null
  const count = Array.isArray(keys) ? keys.filter(isForRs256).length : 0
  if (count > 0)
    return {
      id: 'keys',
      ok: true,
      message: `The key set has ${count} ${count === 1 ? 'key' : 'keys'} for RS256.`,
    }
  const fix = 'ask the operator of the identity service'
  return { id: 'keys', ok: false, message: 'The key set has no key for RS256.', fix }
}

function isForRs256(key: unknown): boolean {
  if (typeof key !== 'object' || key === null || !('kty' in key) || key.kty !== 'RSA') return false
  return (!('alg' in key) || key.alg === 'RS256') && (!('use' in key) || key.use === 'sig')
}
