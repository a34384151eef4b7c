import type { ProgramSsoConfig } from './config.ts'
import type { Instruments } from './doctor-identity.ts'
import type { DoctorCheck } from './program-sso.ts'
import type { Service, Settings } from './service.ts'
import { LIMITS, SSO_BASE_PATH } from './wire.ts'

type Keys = Pick<ProgramSsoConfig<{ id: string }>, 'encryptionKeys' | 'env'>

/** Looks at the program's own settings, and whether its address leads here from outside. */
export async function examineProgram(
  { settings }: Service,
  config: Keys,
  instruments: Instruments,
): Promise<DoctorCheck[]> {
  return [
    callbackAddress(settings),
    await ownAddress(settings, instruments),
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

/** Not a fault: the doctor often comes before the program is started. */
async function ownAddress(
  { programBaseUrl, central }: Settings,
  { fetch }: Instruments,
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
      return unreached('is answered by somebody else')
    return { id: 'own-address', ok: true, message: `${address} leads to this program.` }
  } catch {
    return unreached('does not answer')
  }
}

function returnAddresses({ returnUris }: Settings): DoctorCheck {
  const message = `Apps may come back to ${returnUris.join(' ')}, character by character.`
  return { id: 'return-addresses', ok: true, message }
}

function customSchemes({ returnUris }: Settings): DoctorCheck[] {
  const custom = returnUris.filter((uri) => !/^https?:/.test(uri))
  return custom.map((uri) => ({
    id: 'return-address',
    ok: true,
    message: `Any app on a phone may claim the scheme of ${uri}.`,
    fix: 'use an https address that opens the app (App Links, Universal Links)',
  }))
}

/** Anything above the cap has been refused before the doctor came. */
function ceiling({ ceilingMs }: Settings): DoctorCheck {
  const cap = LIMITS.validityCeilingMs / 1000
  const message = `A session is checked centrally every ${ceilingMs / 1000} s of use (at most ${cap}).`
  return { id: 'ceiling', ok: ceilingMs <= LIMITS.validityCeilingMs, message }
}

function keyCount({ encryptionKeys, env }: Keys): DoctorCheck {
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
