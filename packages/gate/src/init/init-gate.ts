import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { CommandRefused, type Given } from '@portico/program/command'
import { type Choices, readChoices } from './choices.ts'
import { proxyFile } from './proxy-file.ts'

/** What the command gets from the process that runs it. */
export interface InitNeeds {
  readonly environment: Readonly<Record<string, string | undefined>>
  say(line: string): void
  /** The line of settings with a new key. */
  makeKey(): Promise<string>
}

const SETTINGS = 'gate.env'

/**
 * Writes the folder of a gate. It may be run again: every file and every setting that exists stays. Returns 1 where the
 * registration is missing. Throws UsageFault or CommandRefused with a sentence that says what to do.
 */
export async function initGate(needs: InitNeeds, given: Given): Promise<0 | 1> {
  const choices = readChoices(given)
  const { folder } = choices
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, SETTINGS)
  const present = readSettings(path)
  const known = { ...present, ...needs.environment }
  const registration = await register(known, choices)
  await addSettings(needs, path, { present, wanted: { ...settingsOf(choices), ...registration } })
  writeNew(needs, join(folder, '.gitignore'), '*\n')
  const proxy = choices.proxy && proxyFile(choices.proxy, choices)
  if (proxy) writeNew(needs, join(folder, proxy[0]), proxy[1])
  if (registration) {
    needs.say(
      `\nNext: portico-gate --settings ${quoted(path)}${proxy ? `, and include ${quoted(join(folder, proxy[0]))} in ${choices.proxy}` : ''}.`,
    )
    needs.say(
      `Then open ${choices.program.origin}/ in a browser. "portico-gate doctor --settings ${quoted(path)}" finds what is wrong.`,
    )
    return 0
  }
  needs.say(missingLines(choices, path))
  return 1
}

type Settings = Readonly<Record<string, string | undefined>>

/** An empty value counts as none. */
function readSettings(path: string): Settings {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  return Object.fromEntries(Object.entries(parseEnv(text)).filter(([, value]) => value !== ''))
}

function settingsOf({ folder, identity, program, backEnd, listen, proxy }: Choices): Settings {
  return {
    SSO_IDENTITY_URL: identity,
    SSO_PROGRAM_URL: program.origin,
    DATABASE_URL: `sqlite:${resolve(folder, 'gate.db')}`,
    GATE_LISTEN: listen,
    GATE_PLAIN_HEADERS: 'subject,name,email',
    ...(proxy === null
      ? { GATE_UPSTREAM: `http://${backEnd}` }
      : { GATE_PROXY: proxy, SSO_TRUSTED_PROXIES: '127.0.0.1' }),
  }
}

/** The client that is known already, or the one of a simulator on this machine. A service elsewhere is not asked. */
async function register(known: Settings, { identity }: Choices): Promise<Settings | null> {
  const { SSO_CLIENT_ID, SSO_CLIENT_SECRET } = known
  if (SSO_CLIENT_ID && SSO_CLIENT_SECRET) return { SSO_CLIENT_ID, SSO_CLIENT_SECRET }
  if (!/^http:\/\/(localhost|127\.0\.0\.1)(:|$)/.test(identity)) return null
  const options = { signal: AbortSignal.timeout(10_000), redirect: 'manual' } as const
  const answer = await fetch(`${identity}/dev/state`, options).catch(() => null)
  if (!answer)
    throw new CommandRefused(
      `${identity} does not answer. Start the simulator ("npx portico dev"), or name the service with --identity.`,
    )
  return answer.ok ? readClient(await answer.json().catch(() => null)) : null
}

function readClient(state: unknown): Settings | null {
  if (typeof state !== 'object' || state === null) return null
  if (!('client_id' in state) || !('client_secret' in state)) return null
  const { client_id: id, client_secret: secret } = state
  const isPlain = (value: unknown): value is string =>
    typeof value === 'string' && /^[\w.~+/=-]+$/.test(value)
  return isPlain(id) && isPlain(secret) ? { SSO_CLIENT_ID: id, SSO_CLIENT_SECRET: secret } : null
}

/** Adds settings that have no value yet. Only the user may read the file: it has a secret and a key. */
async function addSettings(
  { say, makeKey }: InitNeeds,
  path: string,
  { present, wanted }: { readonly present: Settings; readonly wanted: Settings },
): Promise<void> {
  const added = Object.entries(wanted).filter(([name]) => !(name in present))
  const lines = added.map(([name, value = '']) => `${name}=${quoted(value)}`)
  if (!('SSO_ENCRYPTION_KEYS' in present)) lines.push(await makeKey())
  if (existsSync(path)) chmodSync(path, 0o600)
  if (lines.length === 0) return say(`${path} has every setting already.`)
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const gap = text === '' || text.endsWith('\n') ? '' : '\n'
  writeFileSync(path, `${text}${gap}${lines.join('\n')}\n`, { mode: 0o600 })
  say(`Wrote ${lines.map((line) => line.slice(0, line.indexOf('='))).join(', ')} to ${path}.`)
}

function writeNew({ say }: InitNeeds, path: string, text: string): void {
  if (!existsSync(path)) {
    writeFileSync(path, text)
    return say(`Wrote ${path}.`)
  }
  if (readFileSync(path, 'utf8') !== text) say(`${path} exists and was not changed.`)
}

function missingLines({ program }: Choices, path: string): string {
  return [
    'The operator of the identity service registers the program with:',
    `  npx portico client add NAME --redirect-uri ${program.origin}/api/v1/sso/callback/`,
    `Put the client id and the secret into ${path} as SSO_CLIENT_ID and SSO_CLIENT_SECRET, and run this command again.`,
  ].join('\n')
}

/** A value in quotes where it needs them. */
function quoted(value: string): string {
  if (/^[\w./:@%+,?&=~-]*$/.test(value)) return value
  if (/['\p{Cc}]/u.test(value))
    throw new CommandRefused('A value with a quote or a line break cannot be written into the settings.')
  return `'${value}'`
}
