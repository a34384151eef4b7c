import { HookFailed } from './hook-failed.ts'
import type { HookName } from './hook-names.ts'

/** An object that was parsed from JSON. */
export type Json = Readonly<Record<string, unknown>>

/** The longest answer has an id and a name. */
const MAX_BYTES = 65_536

/** Reads what the back end answered: an object. Null for 501. Throws HookFailed. */
export async function readAnswer(hook: HookName, response: Response): Promise<Json | null> {
  if (response.status === 200) return objectIn(hook, await textOf(hook, response))
  await response.body?.cancel()
  if (response.status === 501) return null
  const { status } = response
  throw new HookFailed(hook, { saw: `the back end answered ${status}`, status, ...fixOf(response) })
}

/** What to do about a status. Another one of the same hundred has the words of its class. */
const FIXES: Readonly<Record<number, string>> = {
  400: 'let the back end accept the host of GATE_HOOKS_URL, in Django by ALLOWED_HOSTS',
  401: 'compare GATE_HOOKS_SECRET with the secret of the back end, and the clocks of both machines',
  403: 'let no protection against forged forms stand before the hooks of the back end',
  404: 'compare GATE_HOOKS_URL with the routes of the back end',
  405: 'compare GATE_HOOKS_URL with the routes of the back end, which must take POST',
  429: 'let the limits of the back end spare the gate',
}
const AWAY: readonly number[] = [429, 502, 503, 504]

function fixOf({ status, headers }: Response): { fix: string; isAway: boolean } {
  return { fix: FIXES[status] ?? fixOfClass(status, headers), isAway: AWAY.includes(status) }
}

function fixOfClass(status: number, headers: Headers): string {
  if (status >= 500) return 'look at the log of the back end'
  if (status >= 300 && status < 400)
    return `redirects are not followed, so GATE_HOOKS_URL must be the final address${wantedIn(headers)}`
  return 'the answer must have 200, and null or false says no'
}

function wantedIn(headers: Headers): string {
  const location = headers.get('location') ?? ''
  return /\/$/.test(location) ? ' (a slash at its end may be missing)' : ''
}

async function textOf(hook: HookName, { body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > MAX_BYTES) throw wrong(hook, `the answer is longer than ${MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function objectIn(hook: HookName, text: string): Json {
  try {
    const parsed: unknown = JSON.parse(text)
    if (isObject(parsed)) return parsed
  } catch {
    // The answer is no JSON, such as a page.
  }
  throw wrong(hook, 'the answer is not a JSON object')
}

/** Whether a value that was parsed from JSON is an object. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The failure of an answer that has another form than the page of hooks says. */
export function wrong(hook: HookName, saw: string): HookFailed {
  return new HookFailed(hook, { saw, fix: 'answer as the page of hooks shows it' })
}
