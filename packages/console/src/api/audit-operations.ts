import {
  accepted,
  type EventPlace,
  isDatabaseInstant,
  isUuid,
  listOf,
  objectSchema,
  orNull,
  refused,
  type Schema,
  textSchema,
} from '@portico/identity/parts'
import { PLACES } from '../places.ts'
import { AUDIT_FIELDS, type AuditTyped, readAudit, unfitFields } from '../reads/read-audit.ts'
import { searchStops } from '../search-time.ts'
import { type ApiOperation, type ApiRequest, bodySchema } from './api-operation.ts'
import { apiEvent, EVENT } from './event-schema.ts'

const MOST_EVENTS = 200
const USUAL_EVENTS = 50

const field = (description: string): Schema => textSchema(description, { minLength: 1, maxLength: 200 })

/** The audit. What is looked for stands in the body: an address in a path or a query is in every log. */
const AUDIT: ApiOperation = {
  ...{ method: 'POST', path: '/audit', role: PLACES.audit.role, operationId: 'searchAudit', tag: 'Audit' },
  summary: 'Events that have all of these, the newest first',
  description:
    'It changes nothing. A page begins behind the last event of the page before, so that no event comes twice and none is left out, whatever is written meanwhile. A search that takes too long ends before its page is full, with `next` to go on from.',
  body: bodySchema(
    'AuditSearch',
    {
      event: field('The name of the event.'),
      operator: field('The name of an operator, or key# and the name of a key.'),
      address: field('A network address.'),
      client: field('The id of a program.'),
      request: field('The number of a request.'),
      most: {
        type: 'integer',
        minimum: 1,
        maximum: MOST_EVENTS,
        description: `How many events; ${USUAL_EVENTS} without it.`,
      },
      next: textSchema('`next` of the page before.', { minLength: 1, maxLength: 200 }),
    },
    [...AUDIT_FIELDS, 'most', 'next'],
  ),
  answers: objectSchema('AuditPage', {
    events: listOf(EVENT),
    next: orNull(
      textSchema(
        'For the next page. Null where there is nothing more. It may look different in any release.',
      ),
    ),
  }),
  async answer(needs, request) {
    const typed = typedIn(request)
    const [unfit] = unfitFields(typed)
    if (unfit !== undefined) return refused({ code: 'invalid_field', field: unfit })
    const next = request.text('next')
    const behind = next === '' ? null : placeIn(next)
    if (behind === undefined) return refused({ code: 'invalid_field', field: 'next' })
    const most = request.number('most') ?? USUAL_EVENTS
    const seen = await readAudit(needs, request.by, {
      typed,
      behind,
      most,
      stopped: searchStops(request.http),
    })
    return accepted({
      events: seen.events.toReversed().map(apiEvent),
      next: seen.next && tokenOf(seen.next),
    })
  },
}

function typedIn(request: ApiRequest): AuditTyped {
  const [event = '', operator = '', address = '', client = '', of = ''] = AUDIT_FIELDS.map(request.text)
  return { event, operator, address, client, request: of }
}

const tokenOf = ({ at, eventId }: EventPlace): string => Buffer.from(`${at} ${eventId}`).toString('base64url')

/** The place in a token. Undefined for what no page has given. */
function placeIn(token: string): EventPlace | undefined {
  const [at = '', eventId = '', ...more] = Buffer.from(token, 'base64url').toString('utf8').split(' ')
  const isOurs = isDatabaseInstant(at) && isUuid(eventId) && more.length === 0
  return isOurs && tokenOf({ at, eventId }) === token ? { at, eventId } : undefined
}

/** The audit. */
export const AUDIT_OPERATIONS: readonly ApiOperation[] = [AUDIT]
