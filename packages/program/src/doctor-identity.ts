import { clockCheck } from './doctor-clock.ts'
import { bytesToBase64Url } from './platform/index.ts'
import type { DoctorCheck } from './program-sso.ts'
import type { Service } from './service.ts'

/** Looks at the identity service from here: metadata, keys, clock and our own registration. */
export async function examineIdentity(
  service: Service,
  fetch: typeof globalThis.fetch,
): Promise<DoctorCheck[]> {
  const { settings, central, random } = service
  const probed = await central.probe()
  if (!probed.ok) {
    const fix = `open ${settings.central.baseUrl}/.well-known/openid-configuration from this machine and compare its issuer with SSO_IDENTITY_URL`
    return [{ id: 'discovery', ok: false, message: probed.refusal.reason, fix }]
  }
  const found = {
    id: 'discovery',
    ok: true,
    message: `Discovery answers; the issuer is ${settings.central.issuer}.`,
  }
  const seen = await central.introspect(`doctor-${bytesToBase64Url(random.bytes(16))}`)
  const credentials: DoctorCheck = seen.ok
    ? { id: 'credentials', ok: true, message: 'The client id and its secret are right.' }
    : {
        id: 'credentials',
        ok: false,
        message: seen.refusal.reason,
        fix: 'check SSO_CLIENT_ID and SSO_CLIENT_SECRET',
      }
  return [found, credentials, ...(await examineDocuments(service, fetch))]
}

async function examineDocuments(
  { settings, clock }: Service,
  fetch: typeof globalThis.fetch,
): Promise<DoctorCheck[]> {
  try {
    const signal = AbortSignal.timeout(settings.central.timeoutMs)
    const answer = await fetch(`${settings.central.baseUrl}/o/.well-known/jwks.json`, { signal })
    const set: unknown = await answer.json()
    const date = Date.parse(answer.headers.get('date') ?? '')
    const skew = Math.abs(date - clock.now().getTime()) / 1000
    return [
      keyCheck(JSON.stringify(set)),
      ...(Number.isNaN(date) ? [] : [clockCheck('identity-clock', 'the identity service', skew)]),
    ]
  } catch {
    return [
      {
        id: 'keys',
        ok: false,
        message: 'The key set cannot be read.',
        fix: 'check the way to the identity service',
      },
    ]
  }
}

function keyCheck(set: string): DoctorCheck {
  if (set.includes('"kty":"RSA"')) return { id: 'keys', ok: true, message: 'The key set has RSA keys.' }
  return {
    id: 'keys',
    ok: false,
    message: 'The key set has no RSA key.',
    fix: 'ask the operator of the identity service',
  }
}
