import type { ProgramSsoConfig } from './config.ts'
import type { DoctorTools } from './doctor-identity.ts'
import type { DoctorCheck } from './program-sso.ts'
import type { Service, Settings } from './service.ts'
import { LIMITS, SSO_BASE_PATH } from './wire.ts'

type Keys = Pick<ProgramSsoConfig<{ id: string }>, 'encryptionKeys' | 'env'>

/** Checks the program's own settings, and whether its public address leads to this program. */
export async function examineProgram(
  { settings }: Service,
  config: Keys,
  tools: DoctorTools,
): Promise<DoctorCheck[]> {
  return [
    callbackAddress(settings),
    await ownAddress(settings, tools),
    returnAddresses(settings),
    ...customSchemes(settings),
    ceiling(settings),
    keyCount(config),
  ]
}

function callbackAddress({ central }: Settings): DoctorCheck {
  const message = `Register this callback address at the identity service: ${central.callbackUrl}`
  return { id: 'callback', ok: true, message }
}

/** A program that does not answer is only a note, because the doctor often runs before the program starts. */
async function ownAddress(
  { programBaseUrl, central }: Settings,
  { fetch }: DoctorTools,
): Promise<DoctorCheck> {
  const address = `${programBaseUrl}${SSO_BASE_PATH}config/`
  const fix = 'start the program; if it runs, compare SSO_PROGRAM_URL and the proxy in front of it'
  const unreached = (what: string) => ({ id: 'own-address', ok: true, message: `${address} ${what}.`, fix })
  try {
    const answer = await fetch(address, {
      signal: AbortSignal.timeout(central.timeoutMs),
      redirect: 'manual',
    })
    if (answer.status !== 200) return unreached(`answers ${answer.status}`)
    const body: unknown = await answer.json()
    const ours = typeof body === 'object' && body !== null && 'account_url' in body
    if (!ours || !String(body.account_url).startsWith(central.baseUrl))
      return unreached('is answered by another program')
    return { id: 'own-address', ok: true, message: `${address} leads to this program.` }
  } catch {
    return unreached('does not answer')
  }
}

function returnAddresses({ returnUris }: Settings): DoctorCheck {
  if (returnUris.length === 0)
    return {
      ...{ id: 'return-addresses', ok: true, message: 'There is no return address, so no app can sign in.' },
      fix: 'set SSO_RETURN_URIS if the program has an app; pages in cookie mode need none',
    }
  const message = `The return addresses are ${returnUris.join(' ')}. They are compared character by character.`
  return { id: 'return-addresses', ok: true, message }
}

function customSchemes({ returnUris }: Settings): DoctorCheck[] {
  const custom = returnUris.filter((uri) => !/^https?:/.test(uri))
  return custom.map((uri) => ({
    id: 'return-address',
    ok: true,
    message: `Any app on a phone can register the scheme of ${uri}.`,
    fix: 'use an https address that opens the app (App Links, Universal Links)',
  }))
}

/** Always ok: `createProgramSso` refuses a ceiling above the limit. */
function ceiling({ ceilingMs }: Settings): DoctorCheck {
  const most = LIMITS.validityCeilingMs / 1000
  const message = `A session is checked centrally every ${ceilingMs / 1000} s of use (at most ${most}).`
  return { id: 'ceiling', ok: true, message }
}

function keyCount({ encryptionKeys, env }: Keys): DoctorCheck {
  const count = encryptionKeys.length
  const message = `There ${count === 1 ? 'is 1 encryption key' : `are ${count} encryption keys`}. New values are sealed with ${encryptionKeys[0]?.id}.`
  const isEnough = count > 1 || (env ?? 'production') !== 'production'
  return {
    id: 'encryption-keys',
    ok: true,
    message,
    ...(isEnough ? {} : { fix: 'try a key rotation: put a second key in front, and keep the old one' }),
  }
}
