import type { IncomingMessage } from 'node:http'
import type { HasFlaw } from './small-identity.ts'

/** What a caller sent. */
export type Fields = Readonly<Record<string, unknown>>

/** Reads the body of a request. */
export async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks).toString()
}

/** Reads a JSON object, or says what the refusal shows. Throws where the program has that flaw. */
export function readObject(
  has: HasFlaw,
  type: string,
  text: string,
): { readonly fields: Fields } | { readonly refused: object } {
  const refused = { detail: 'refused' }
  if (!type.startsWith('application/json') && !has('takes-any-content-type')) return { refused }
  try {
    const body: unknown = JSON.parse(text)
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
    return isObject ? { fields: Object.fromEntries(Object.entries(body)) } : { refused }
  } catch (error) {
    if (has('fails-on-bad-json')) throw error
    return {
      refused: has('shows-stack-traces') && error instanceof Error ? { detail: error.stack } : refused,
    }
  }
}

/** Whether there is a field that nobody asked for. */
export function hasStrangers(unknown: Fields): boolean {
  return Object.keys(unknown).length > 0
}

/** Whether it is the challenge of an app. */
export function isChallenge(has: HasFlaw, given: unknown): given is string {
  return typeof given === 'string' && (has('takes-any-challenge') || /^[\w-]{43}$/.test(given))
}

/** Whether it is the verifier of an app. */
export function isVerifier(has: HasFlaw, given: unknown): given is string {
  return typeof given === 'string' && (has('takes-any-verifier') || /^[\w.~-]{43,128}$/.test(given))
}

/** Whether `link` is one. */
export function isLink(has: HasFlaw, given: unknown): boolean {
  return typeof given === 'boolean' || has('takes-link-as-a-word')
}

/** Whether the program allows a return address. */
export function allows(
  { has, returnUri, base }: { readonly has: HasFlaw; readonly returnUri: string; readonly base: string },
  uri: unknown,
): uri is string {
  if (typeof uri !== 'string') return false
  if (has('return-address-open')) return URL.canParse(uri)
  if (has('return-address-by-prefix')) return uri.startsWith(returnUri)
  if (has('return-address-by-host')) return URL.canParse(uri) && new URL(uri).host === new URL(base).host
  return uri === returnUri || resembles(has, uri, returnUri)
}

/** What a comparison that is careless in one way takes for the same. */
function resembles(has: HasFlaw, uri: string, returnUri: string): boolean {
  if (!URL.canParse(uri)) return false
  const [one, other] = [new URL(uri), new URL(returnUri)]
  const isSame = (...names: readonly ('protocol' | 'hostname' | 'port' | 'pathname')[]) =>
    names.every((name) => one[name] === other[name]) && one.search + one.hash === ''
  if (has('return-address-in-any-case')) return uri.toLowerCase() === returnUri.toLowerCase()
  if (has('return-address-by-any-scheme')) return isSame('hostname', 'port', 'pathname')
  if (has('return-address-on-any-port')) return isSame('protocol', 'hostname', 'pathname')
  return has('return-address-without-its-slash') && uri.replace(/\/$/, '') === returnUri.replace(/\/$/, '')
}
