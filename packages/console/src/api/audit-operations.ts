import {
  accepted,
  instantSchema,
  isUuid,
  listOf,
  objectSchema,
  orNull,
  type Result,
  refused,
  type Schema,
  textSchema,
} from '@portico/identity/parts'
import type { ConsoleNeeds } from '../console-needs.ts'
import { PLACES } from '../places.ts'
import { placeIn, tokenOf } from '../reads/event-token.ts'
import {
  AUDIT_FIELDS,
  type AuditAsked,
  type AuditSeen,
  type AuditTyped,
  coveredFields,
  isReversed,
  readAudit,
  readAuditOf,
  unfitFields,
} from '../reads/read-audit.ts'
import { searchStops } from '../search-time.ts'
import { type ApiOperation, type ApiRequest, bodySchema } from './api-operation.ts'
import type { ApiRefusal } from './api-refusal.ts'
import { CHAIN } from './chain-operation.ts'
import { LOOK_REFUSALS, lookRefusal } from './citizen-operations.ts'
import { apiEvent, EVENT } from './event-schema.ts'

const MOST_EVENTS = 200
const USUAL_EVENTS = 50

const field = (description: string): Schema => textSchema(description, { minLength: 1, maxLength: 200 })

/** The audit. What is looked for stands in the body: an address in a path or a query is in every log. */
const AUDIT: ApiOperation = {
  ...{ method: 'POST', path: '/audit', role: PLACES.audit.role, operationId: 'searchAudit', tag: 'Audit' },
  summary: 'Events that have all of these, the newest first',
  description:
    'It changes nothing. A page begins behind the last event of the page before, so that no event comes twice and none is left out, whatever is written meanwhile. A search that takes too long ends before its page is full, with `next` to go on from. With `citizen` it counts as a look at that account, of which its owner reads; networks and reasons that operators typed are covered then.',
  body: bodySchema(
    'AuditSearch',
    {
      event: field('The name of the event.'),
      citizen: field('The subject of an account. An address is none: search for it.'),
      operator: field('The name of an operator, or key# and the name of a key.'),
      address: field(
        'A network address. Not beside `citizen`: whether there are events would tell what is covered.',
      ),
      client: field('The id of a program.'),
      request: field('The number of a request.'),
      since: instantSchema('Only events from this instant on: ISO 8601, in UTC, also with milliseconds.'),
      until: instantSchema('Only events before this instant, in the same form.'),
      most: {
        type: 'integer',
        minimum: 1,
        maximum: MOST_EVENTS,
        description: `How many events; ${USUAL_EVENTS} without it.`,
      },
      next: textSchema('`next` of the page before.', { minLength: 1, maxLength: 200 }),
    },
    [...AUDIT_FIELDS, 'citizen', 'since', 'until', 'most', 'next'],
  ),
  answers: objectSchema('AuditPage', {
    events: listOf(EVENT),
    next: orNull(
      textSchema(
        'For the next page. Null where there is nothing more. It may look different in any release.',
      ),
    ),
  }),
  refuses: ['unknown_citizen', ...LOOK_REFUSALS],
  async answer(needs, request) {
    const asked = readAsked(request)
    if (!asked.ok) return asked
    const seen = await read(needs, request, asked.value)
    if (!seen.ok) return seen
    const { events, next } = seen.value
    return accepted({ events: events.toReversed().map(apiEvent), next: next && tokenOf(next) })
  },
}

async function read(
  needs: ConsoleNeeds,
  { by, text }: ApiRequest,
  asked: AuditAsked,
): Promise<Result<AuditSeen, ApiRefusal>> {
  const subject = text('citizen')
  if (subject === '') return accepted(await readAudit(needs, by, asked))
  const seen = await readAuditOf(needs, by, { ...asked, subject, isCovered: true })
  if (!seen.ok) return refused(lookRefusal(seen.refusal))
  return seen.value ? accepted(seen.value) : refused({ code: 'unknown_citizen' })
}

function readAsked(request: ApiRequest): Result<AuditAsked, ApiRefusal> {
  const typed = typedIn(request)
  const [since, until] = [timeIn(request, 'since'), timeIn(request, 'until')]
  const next = request.text('next')
  const behind = next === '' ? null : placeIn(next)
  const citizen = request.text('citizen')
  const [unfit] = [
    ...unfitFields(typed),
    ...unfitCitizen(citizen),
    ...(citizen === '' ? [] : coveredFields(typed)),
  ]
  if (unfit !== undefined) return refusedField(unfit)
  if (since === 'wrong') return refusedField('since')
  if (until === 'wrong' || isReversed(since, until)) return refusedField('until')
  if (behind === undefined) return refusedField('next')
  const most = request.number('most') ?? USUAL_EVENTS
  return accepted({ ...{ typed, since, until, behind, most }, stopped: searchStops(request.http) })
}

const refusedField = (field: string) => refused({ code: 'invalid_field', field } as const)

const unfitCitizen = (citizen: string) => (citizen === '' || isUuid(citizen) ? [] : ['citizen'])

/** An instant of the body, which has the form of one already: with milliseconds, as the events have them, or without. */
function timeIn({ text }: ApiRequest, name: string): string | undefined | 'wrong' {
  const given = text(name)
  if (given === '') return undefined
  const [at, instant] = [Date.parse(given), plain(given)]
  // JavaScript takes the 30th of February for a day of March.
  return at >= 0 && plain(new Date(at).toISOString()) === instant ? instant : 'wrong'
}

const plain = (instant: string) => instant.replace('.000Z', 'Z')

function typedIn(request: ApiRequest): AuditTyped {
  const [event = '', operator = '', address = '', client = '', of = ''] = AUDIT_FIELDS.map(request.text)
  return { event, operator, address, client, request: of }
}

/** The audit. */
export const AUDIT_OPERATIONS: readonly ApiOperation[] = [AUDIT, CHAIN]
