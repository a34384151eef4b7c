import type { TicketRequest } from './contract.ts'
import { fetchSignedIn, type SignedInNeeds } from './keep-signed-in.ts'
import { type Answer, endpoint, readAnswer, requestTimeout } from './program.ts'

/** Calls `ticket/`. */
export const askTicket = (needs: SignedInNeeds, body: TicketRequest): Promise<Answer> =>
  readAnswer(
    fetchSignedIn(needs, endpoint(needs.baseUrl, 'ticket'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: requestTimeout(needs),
    }),
  )

/** An address of the program, and its part that a ticket is bound to. Throws for another host, which must get no ticket. */
export function ownAddress(baseUrl: string, input: string | URL): { url: string; address: string } {
  const own = new URL(baseUrl)
  const { protocol, host, origin, pathname, search } = new URL(input, `${baseUrl}/`)
  if (host !== own.host || protocol.replace(/^ws/, 'http') !== own.protocol)
    throw new TypeError(`${host} is not the program`)
  const address = pathname + search
  return { url: origin + address, address }
}

/** The address with a ticket as its last parameter. */
export const withParameter = (url: string, ticket: string): string =>
  `${url}${url.includes('?') ? '&' : '?'}sso_ticket=${ticket}`
