import { type OriginFault, readOwnOrigin } from './own-origin.ts'
import { type SettingInForce, toldOf } from './platform/setting-in-force.ts'
import { readSecretFiles, SECRET_SETTINGS, type SecretFile } from './secret-files.ts'
import { type UnknownSetting, unknownSettings } from './unknown-settings.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Reads settings of several kinds, and collects their faults. */
export interface SettingReader {
  isSet(name: string): boolean
  text(name: string, standard: string): string
  /** An address of any form, or `''`. Of its value only the scheme and the host are ever shown. */
  address(name: string): string
  integer(name: string, standard: number, range: { least: number; most: number }): number
  optionalInteger(name: string, range: { least: number; most: number }): number | undefined
  oneOf<Word extends string>(name: string, standard: Word, words: readonly Word[]): Word
  list(name: string): readonly string[]
  url(name: string, protocols: readonly string[]): string | undefined
  baseUrl(name: string, standard: string): string
  keys(name: string, bytes: number): readonly Buffer[]
  mailbox(name: string, standard: { name: string; address: string }): { name: string; address: string }
  /** The files that secret settings are read from. */
  secretFiles(): readonly SecretFile[]
  /** What was read so far, by name. */
  inForce(): readonly SettingInForce[]
  fault(sentence: string): void
  faults(): readonly string[]
  /** Variables that look like settings, and that were not read so far. */
  unknown(): readonly UnknownSetting[]
}

const ADDRESS = String.raw`[^\s<>,;"@]+@[^\s<>,;"@]+`
const NAMED_MAILBOX = new RegExp(String.raw`^"?([^"<>\r\n]*?)"?\s*<(${ADDRESS})>$`)
const BARE_MAILBOX = new RegExp(`^(${ADDRESS})$`)
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/

/** Reads settings from these variables, and secrets from files. An empty variable counts as not set. */
export function readSettings(environment: Environment): SettingReader {
  const secrets = readSecretFiles(environment)
  const faults: string[] = [...secrets.faults]
  const known = new Set<string>(SECRET_SETTINGS.map((name) => `${name}_FILE`))
  const inForce = new Map<string, SettingInForce>()
  const givenFor = (name: string) => {
    known.add(name)
    return (secrets.values.get(name) ?? environment[name]?.trim()) || undefined
  }
  const value = (name: string, standard: string | number = '', kind: 'text' | 'address' = 'text') => {
    const given = givenFor(name)
    inForce.set(name, settingInForce({ name, kind, isFile: secrets.values.has(name) }, given, standard))
    return given
  }
  const optionalInteger = (name: string, range: { least: number; most: number }, standard?: number) => {
    const given = value(name, standard)
    if (given === undefined) return undefined
    const number = /^\d{1,12}$/.test(given) ? Number(given) : Number.NaN
    if (number >= range.least && number <= range.most) return number
    faults.push(`${name} is ${quote(given)}; set it to a whole number from ${range.least} to ${range.most}`)
    return undefined
  }
  return {
    isSet: (name) => secrets.values.has(name) || givenFor(name) !== undefined,
    text: (name, standard) => value(name, standard) ?? standard,
    address: (name) => value(name, '', 'address') ?? '',
    integer: (name, standard, range) => optionalInteger(name, range, standard) ?? standard,
    optionalInteger: (name, range) => optionalInteger(name, range),
    oneOf: (name, standard, words) => {
      const given = value(name, standard) ?? standard
      const word = words.find((known) => known === given)
      if (word === undefined) faults.push(`${name} is ${quote(given)}; set it to one of ${words.join(', ')}`)
      return word ?? standard
    },
    list: (name) => (value(name) ?? '').split(/[\s,]+/).filter((word) => word !== ''),
    url: (name, protocols) => readUrl(name, value(name, '', 'address'), protocols, faults),
    baseUrl: (name, standard) => readBaseUrl(name, value(name, standard, 'address') ?? standard, faults),
    keys: (name, bytes) => readKeys(name, value(name), bytes, faults),
    mailbox: (name, standard) =>
      readMailbox(name, value(name, `${standard.name} <${standard.address}>`), standard, faults),
    secretFiles: () => secrets.files,
    inForce: () => [...inForce.values()].sort(({ name: one }, { name: other }) => (one < other ? -1 : 1)),
    fault: (sentence) => void faults.push(sentence),
    faults: () => faults,
    unknown: () => unknownSettings(Object.keys(environment), known),
  }
}

const SECRETS: ReadonlySet<string> = new Set(SECRET_SETTINGS)

function settingInForce(
  { name, kind, isFile }: { name: string; kind: 'text' | 'address'; isFile: boolean },
  given: string | undefined,
  standard: string | number,
): SettingInForce {
  const value = SECRETS.has(name) ? null : toldOf(given ?? String(standard), kind)
  if (given === undefined) return { name, value, given: 'default' }
  return { name, value, given: isFile ? 'file' : 'variable' }
}

function readUrl(
  name: string,
  given: string | undefined,
  protocols: readonly string[],
  faults: string[],
): string | undefined {
  if (given === undefined) return undefined
  const known = protocols.some(
    (protocol) => given.startsWith(`${protocol}//`) && given.length > protocol.length + 2,
  )
  if (!known)
    faults.push(
      `${name} must begin with ${protocols.map((protocol) => `${protocol}//`).join(' or ')} and name a host`,
    )
  else if (!isReadableUrl(given))
    faults.push(
      `${name} cannot be read; write it as ${protocols[0]}//user:password@host:port, with every special character of the password percent-encoded (%25 for %, %40 for @, %2F for /)`,
    )
  return given
}

const URL_PARTS = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s

/** Whether every host of this address can be parsed. The error of a parser would repeat the address. */
function isReadableUrl(given: string): boolean {
  const [, before = '', hosts = '', after = ''] = URL_PARTS.exec(given) ?? []
  return hosts.split(',').every((host) => isReadable(`${before}${host}${after}`))
}

function isReadable(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { username, password, hostname, pathname, hash } = new URL(address)
  return hash === '' && [username, password, hostname, pathname].every(isDecodable)
}

function isDecodable(encoded: string): boolean {
  try {
    decodeURIComponent(encoded)
    return true
  } catch {
    return false
  }
}

const ORIGIN_FAULTS: Readonly<Record<OriginFault, string>> = {
  'no-address': 'set it to the public address, such as https://id.example.org',
  'no-https': 'it must begin with https:// unless it is on this machine',
  'more-than-an-origin': 'leave out everything after the host and port',
  'blocked-port': 'no browser opens this port: choose another one (the default is that of PORTICO_PORT)',
}

function readBaseUrl(name: string, given: string, faults: string[]): string {
  const read = readOwnOrigin(given)
  for (const fault of read.faults) faults.push(`${name} is ${quote(given)}; ${ORIGIN_FAULTS[fault]}`)
  return read.origin
}

function readKeys(
  name: string,
  given: string | undefined,
  bytes: number,
  faults: string[],
): readonly Buffer[] {
  if (given === undefined) return []
  const keys = given.split(',').map((word) => decodeBase64(word.trim()))
  keys.forEach((key, index) => {
    if (key.length === bytes) return
    faults.push(
      `${name}: key ${index + 1} of ${keys.length} has ${key.length} bytes; each must be ${bytes} bytes in base64. Make one with: openssl rand -base64 ${bytes}`,
    )
  })
  return keys
}

/** The bytes of a base64 text. Nothing where it has other characters, which Node would ignore. */
function decodeBase64(word: string): Buffer {
  return BASE64.test(word) ? Buffer.from(word, 'base64') : Buffer.alloc(0)
}

function readMailbox(
  name: string,
  given: string | undefined,
  standard: { name: string; address: string },
  faults: string[],
): { name: string; address: string } {
  if (given === undefined) return standard
  const [, displayName = '', named] = NAMED_MAILBOX.exec(given) ?? []
  const address = named ?? BARE_MAILBOX.exec(given)?.[1]
  if (address !== undefined) return { name: displayName, address }
  faults.push(`${name} is ${quote(given)}; write it as: Portico <no-reply@example.org>`)
  return standard
}

function quote(given: string): string {
  return `"${given.slice(0, 80)}"`
}
