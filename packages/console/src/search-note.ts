import { type HttpRequest, tryUnseal } from '@portico/identity/parts'
import type { OrderKey } from './await-answer.ts'
import type { ConsoleNeeds } from './console-needs.ts'

const COOKIE = 'portico_console_search'
/** An order can be done for an hour. */
const LASTS_SECONDS = 60 * 60

type NoteNeeds = Pick<ConsoleNeeds, 'cookies' | 'keyring'>

/**
 * Notes in the browser what the search was for that led to an order: between its form and the page of its account lie a redirect, and perhaps a sign-in, whose addresses may not have it. It is sealed for this order.
 * Nothing where no search led there.
 */
export function noteSearch(
  { cookies, keyring }: NoteNeeds,
  key: OrderKey,
  who: string | undefined,
): readonly string[] {
  if (!who) return []
  const sealed = keyring.seal(Buffer.from(who), contextOf(key)).toString('base64url')
  return [cookies.set(COOKIE, sealed, { seconds: LASTS_SECONDS })]
}

/** What the search was for that led to this order. Undefined where none did, or where the browser has the note of another one. */
export function searchThatLedTo(
  { keyring }: NoteNeeds,
  http: HttpRequest,
  key: OrderKey,
): string | undefined {
  const sealed = http.cookie(COOKIE)
  return sealed === undefined
    ? undefined
    : tryUnseal(keyring, Buffer.from(sealed, 'base64url'), contextOf(key))
}

const contextOf = ({ orderId, operatorId }: OrderKey) => `search before order ${orderId} of ${operatorId}`
