import { PATHS } from '../pages/index.ts'
import type { HttpRequest } from '../platform/http/route.ts'

/** The most characters of an address that a form carries, and of a parameter in one: a program's longest request takes about 13,000. */
export const MOST_CARRIED_CHARACTERS = 14_000

/** The address of a page as its form carries it. A POST has none: its form says which page shows it. */
export function addressOf({ method, path, rawQuery }: HttpRequest): string {
  if (method !== 'GET' && method !== 'HEAD') return PATHS.profile
  const address = rawQuery === '' ? path : `${path}?${rawQuery}`
  return address.length > MOST_CARRIED_CHARACTERS ? path : address
}

/** Reads an address of this service that a form carries. Anything that a browser would read as another place is the account. */
export function readOwnAddress(text: string, baseUrl: string): string {
  if (text.length > MOST_CARRIED_CHARACTERS || !text.startsWith('/') || !URL.canParse(text, baseUrl))
    return PATHS.profile
  const { origin, pathname, search } = new URL(text, baseUrl)
  const isOwn = origin === new URL(baseUrl).origin && !pathname.startsWith('//')
  return isOwn ? pathname + search : PATHS.profile
}
