import { type EventPlace, isDatabaseInstant, isUuid } from '@portico/identity/parts'

/** A place in the audit as an address or a body has it. It names an instant and an event, and nobody. */
export const tokenOf = ({ at, eventId }: EventPlace): string =>
  Buffer.from(`${at} ${eventId}`).toString('base64url')

/** The place in a token. Undefined for what no page has given. */
export function placeIn(token: string): EventPlace | undefined {
  const [at = '', eventId = '', ...more] = Buffer.from(token, 'base64url').toString('utf8').split(' ')
  const isOurs = isDatabaseInstant(at) && isUuid(eventId) && more.length === 0
  return isOurs && tokenOf({ at, eventId }) === token ? { at, eventId } : undefined
}
