import { type OwnAddress, ownAddressOf, publicPathOf } from '../cookies/index.ts'
import type { VisitorRequest } from '../program-sso.ts'

/** The parameter of an address that carries a ticket. It is the last one. */
const PARAMETER = 'sso_ticket'

const TICKET_AT_END = new RegExp(`^(?:([^?]*)\\?|([^?]*\\?.*)&)${PARAMETER}=([^&]*)$`)

const MAX_LENGTH = 2048

/** The address that a ticket is for, as a request for it will have it. Null unless it is a path of this program. */
export function ticketAddressOf(address: string, programBaseUrl: string): string | null {
  const isPlain = /^\/(?!\/)[!-~]*$/.test(address) && !/[\\#]/.test(address)
  if (!isPlain || address.length > MAX_LENGTH || address.includes(`${PARAMETER}=`)) return null
  return publicPathOf(address, ownAddressOf(programBaseUrl))
}

/** A ticket in the address of a request, and the address without it. */
export interface PresentedTicket {
  readonly ticket: string
  readonly address: string
}

/** Reads the ticket of a request. Null if the address has none. */
export function presentedTicket({ url }: VisitorRequest, own: OwnAddress): PresentedTicket | null {
  if (url === undefined || !url.includes(`${PARAMETER}=`)) return null
  const path = isAsBrowsersSend(url) ? publicPathOf(url, own) : null
  const [, alone, last, ticket = ''] = TICKET_AT_END.exec(path ?? '') ?? []
  return { address: alone ?? last ?? '', ticket }
}

/**
 * Whether a URL parser leaves the path and the query as they are. A router reads them as they came, so `/files/../events` would
 * be one address for the ticket and another for the router.
 */
function isAsBrowsersSend(url: string): boolean {
  const sent = url.replace(/^[a-z]+:\/\/[^/]*/i, '')
  if (!sent.startsWith('/') || !URL.canParse(sent, 'http://program.invalid')) return false
  const { pathname, search } = new URL(`http://program.invalid${sent}`)
  return sent === pathname + search
}
