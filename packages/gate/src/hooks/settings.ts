import { isIPv4 } from 'node:net'
import { type ConfigProblem, readSecrets, type Secret, SsoConfigError, secret } from '@portico/program'
import { matching, type SettingReader, wholeNumber, yesOrNo } from '../settings/index.ts'
import type { HookedNeeds } from './hooked-accounts.ts'
import { keyOf } from './sign-hook.ts'

/** The settings of accounts over hooks. */
export type HookSettings = Pick<HookedNeeds, 'target' | 'keepMs' | 'oldSessions'>

/** Of these settings, every name has a meaning only beside GATE_HOOKS_URL. */
const BESIDE_URL = [
  'GATE_HOOKS_SECRET',
  'GATE_HOOKS_SECRET_FILE',
  'GATE_HOOKS_TIMEOUT_MS',
  'GATE_HOOKS_LOAD_SECONDS',
  'GATE_OLD_SESSION_COOKIES',
  'GATE_OLD_SESSION_BEARERS',
] as const

/** Reads the settings of hooks. Null without GATE_HOOKS_URL: then the gate keeps the accounts itself. */
export function readHookSettings(
  reader: SettingReader,
  environment: Readonly<Record<string, string | undefined>>,
): HookSettings | null {
  const present = BESIDE_URL.filter((name) => reader.has(name))
  if (!reader.has('GATE_HOOKS_URL')) {
    reader.refuse(...present.map(withoutUrl))
    return null
  }
  const url = reader.read('GATE_HOOKS_URL', HOOKS_URL) ?? ''
  const secrets = readHookSecrets(reader, environment)
  const timeoutMs = reader.read('GATE_HOOKS_TIMEOUT_MS', wholeNumber(2000, 100, 5000))
  const keepMs = reader.read('GATE_HOOKS_LOAD_SECONDS', wholeNumber(10, 0, 30)) * 1000
  const names = reader.read('GATE_OLD_SESSION_COOKIES', COOKIE_NAMES) ?? ''
  const cookies = names.split(/[ ,]+/).filter((name) => name !== '')
  const bearers = reader.read('GATE_OLD_SESSION_BEARERS', yesOrNo(false))
  const oldSessions = cookies.length > 0 || bearers ? { cookies, bearers } : null
  return { target: { url, secrets, timeoutMs }, keepMs, oldSessions }
}

function withoutUrl(path: string): ConfigProblem {
  const expected = 'has a meaning only with GATE_HOOKS_URL'
  return { path, got: 'a value', expected, fix: 'set GATE_HOOKS_URL, or remove this one' }
}

const HOOKS_URL = {
  ...matching(/./, 'must be https, or http on this machine or in its private network, without a user', ''),
  parse: (text: string) => (isAllowed(text) ? text : undefined),
  example: 'http://127.0.0.1:8000/portico/hooks',
}

/** Names as RFC 6265 allows them, separated by spaces or commas. */
const COOKIE_NAMES = matching(/^[\w!#$%&'*+.^`|~, -]+$/, 'must be names of cookies', 'sessionid')

function isAllowed(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, hash } = new URL(text)
  if (username || password || hash) return false
  return protocol === 'https:' || (protocol === 'http:' && isNear(hostname))
}

/** This machine, a private address, or a name without a dot, such as a container beside this one. */
function isNear(hostname: string): boolean {
  return (
    /^[a-z0-9_-]+$|\.localhost$|^\[(::1|f[cd][\da-f]{2}:.*)\]$/i.test(hostname) ||
    // A name such as 10.example.org also begins with a private number.
    (isIPv4(hostname) && /^(127|10)\.|^192\.168\.|^172\.(1[6-9]|2\d|3[01])\./.test(hostname))
  )
}

const SECRET = 'GATE_HOOKS_SECRET'
const MAKE_SECRET = `set ${SECRET}="whsec_$(openssl rand -base64 32)", the same in the back end`

function readHookSecrets(
  reader: SettingReader,
  environment: Readonly<Record<string, string | undefined>>,
): readonly Secret[] {
  try {
    const words = readSecrets(environment, [SECRET])[SECRET].split(/[\s,]+/)
    const texts = words.filter((word) => word !== '')
    const problem = (got: string, expected: string) =>
      reader.refuse({ path: SECRET, got, expected, fix: MAKE_SECRET })
    if (texts.length === 0) problem('nothing', 'is required')
    if (!texts.every(keyOf)) problem('another text', 'must be whsec_ and 24 to 64 bytes in base64')
    return texts.map(secret)
  } catch (error) {
    if (!(error instanceof SsoConfigError)) throw error
    reader.refuse(...error.problems)
    return []
  }
}
