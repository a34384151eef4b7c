import {
  accepted,
  FINDING,
  findingJson,
  INSTANT,
  inPlainWords,
  isoTime,
  type LookRefusal,
  listOf,
  objectSchema,
  orNull,
  type Parameter,
  plainReader,
  plainText,
  type Result,
  refused,
  type Schema,
  textSchema,
  VERDICT,
} from '@portico/identity/parts'
import type { ConsoleNeeds } from '../console-needs.ts'
import { coveredEvent, maskedAddress, maskedEmail, maskedName, maskedPhone } from '../masked.ts'
import { PLACES } from '../places.ts'
import { lookAtCitizen, type SeenCitizen, type WantedLook } from '../reads/look-at-citizen.ts'
import { MOST_WHO_CHARACTERS, searchCaller } from '../reads/search-caller.ts'
import { type TypedWhy, whyOf } from '../why.ts'
import { type ApiAnswer, type ApiOperation, type ApiRequest, bodySchema } from './api-operation.ts'
import type { ApiRefusal, ApiRefusalCode } from './api-refusal.ts'
import { apiEvent, EVENT } from './event-schema.ts'

/** How a look at a citizen is refused. */
export const LOOK_REFUSALS: readonly ApiRefusalCode[] = ['too_many_looks', 'one_at_a_time']

const SEARCH: ApiOperation = {
  ...{
    method: 'POST',
    path: '/search',
    role: PLACES.search.role,
    operationId: 'searchCaller',
    tag: 'Citizens',
  },
  summary: 'Why somebody cannot get in',
  description:
    'It changes nothing, and counts as a look at a citizen. What is searched for stands in the body: an address in a path or a query is in every log.',
  body: bodySchema('Search', {
    who: textSchema('An address, a subject, the id of a program, or the number of a request.', {
      minLength: 1,
      maxLength: MOST_WHO_CHARACTERS,
    }),
  }),
  answers: VERDICT,
  refuses: LOOK_REFUSALS,
  async answer(needs, request) {
    const who = request.text('who').trim()
    if (who === '') return refused({ code: 'invalid_field', field: 'who' })
    const looked = await searchCaller(needs, request, who)
    if (!looked.ok) return refused(lookRefusal(looked.refusal))
    if (!looked.value) return refused({ code: 'not_found' })
    const { as, subject, verdictFor, findings } = looked.value
    const reader = plainReader('covered')
    return accepted({
      ...{ as, subject: subject ?? null, verdict: plainText(verdictFor(reader)) },
      findings: findings.map((finding) => findingJson(inPlainWords(finding, reader))),
    })
  },
}

/** Whose account, in the path. */
export const SUBJECT: Parameter = {
  name: 'subject',
  in: 'path',
  required: true,
  description: 'The subject of the account.',
  schema: { type: 'string' },
}

const CITIZEN = objectSchema('Citizen', {
  covered: {
    type: 'boolean',
    description: 'Personal data have their first letters alone, networks nothing.',
  },
  subject: textSchema('The subject that programs know.'),
  standing: textSchema('Whether the account may sign in.'),
  name: { type: 'string' },
  email: { type: 'string' },
  email_verified: { type: 'boolean' },
  phone_number: { type: 'string' },
  language: textSchema('A language tag; empty where none was chosen.'),
  created_at: INSTANT,
  findings: listOf(FINDING),
  sessions: listOf(
    objectSchema('Session', {
      browser: orNull({ type: 'string' }),
      system: orNull({ type: 'string' }),
      last_seen_at: INSTANT,
      address: { type: 'string' },
      programs: listOf({ type: 'string' }),
    }),
  ),
  events: {
    ...listOf(EVENT),
    description: 'The newest fifty that are no looks of operators, the newest first.',
  },
  looks: {
    ...listOf(objectSchema('Look', { at: INSTANT, operator: orNull({ type: 'string' }) })),
    description:
      'The looks of operators since the oldest of these events, the newest first; at most a thousand.',
  },
})

const OF_ACCOUNT: readonly ApiRefusalCode[] = ['unknown_citizen', ...LOOK_REFUSALS]

const ACCOUNT: ApiOperation = {
  ...{ method: 'GET', path: '/citizens/{subject}', role: PLACES.citizen.role, operationId: 'getCitizen' },
  ...{ tag: 'Citizens', summary: 'One account, with personal data covered, and what keeps its owner out' },
  description: 'It counts as a look. The citizen reads that somebody looked, and not who.',
  places: [SUBJECT],
  answers: CITIZEN,
  refuses: OF_ACCOUNT,
  answer: (needs, { place, by, http }) =>
    look(needs, { subject: place('subject'), by, http, isCovered: true }),
}

/** A ticket and a reason. */
export const WHY_SCHEMAS: Readonly<Record<keyof TypedWhy, Schema>> = {
  ticket: textSchema('The number of the ticket, for the audit.', { minLength: 1, maxLength: 60 }),
  reason: textSchema('Why, for the audit.', { minLength: 1, maxLength: 400 }),
}

const UNCOVER: ApiOperation = {
  ...{ method: 'POST', path: '/citizens/{subject}/uncover', role: PLACES.citizen.role },
  ...{
    operationId: 'uncoverCitizen',
    tag: 'Citizens',
    summary: 'One account, with personal data as they are',
  },
  description:
    'It changes nothing, and counts as a look. There are fewer of them within an hour. Ticket and reason stand in the audit.',
  places: [SUBJECT],
  body: bodySchema('Why', WHY_SCHEMAS),
  answers: CITIZEN,
  refuses: OF_ACCOUNT,
  async answer(needs, request) {
    const why = readWhy(request)
    if (!why.ok) return why
    const by = { ...request.by, reason: why.value }
    return look(needs, { subject: request.place('subject'), by, http: request.http, isCovered: false })
  },
}

/** The ticket and the reason of a body, as the audit has them. */
export function readWhy({ text }: ApiRequest): Result<string, ApiRefusal> {
  const why = whyOf({ ticket: text('ticket').trim(), reason: text('reason').trim() })
  return why.ok ? why : refused({ code: 'invalid_field', field: why.refusal[0] ?? 'reason' })
}

async function look(needs: ConsoleNeeds, wanted: WantedLook): Promise<ApiAnswer> {
  const seen = await lookAtCitizen(needs, wanted)
  if (!seen.ok) return refused(lookRefusal(seen.refusal))
  return seen.value
    ? accepted(citizenJson(seen.value, wanted.isCovered))
    : refused({ code: 'unknown_citizen' })
}

/** Why a look was refused, as the API says it. */
export function lookRefusal({ because, retryAfterSeconds }: LookRefusal): ApiRefusal {
  return { code: because === 'spent' ? 'too_many_looks' : 'one_at_a_time', retryAfterSeconds }
}

function citizenJson({ citizen, findings, sessions, story }: SeenCitizen, isCovered: boolean) {
  const as = (mask: (whole: string) => string) => (isCovered ? mask : (whole: string) => whole)
  const reader = plainReader(isCovered ? 'covered' : 'shown')
  return {
    ...{ covered: isCovered, subject: citizen.subject, standing: citizen.standing },
    ...{ name: as(maskedName)(citizen.fullName), email: as(maskedEmail)(citizen.email) },
    ...{ email_verified: citizen.emailVerified, phone_number: as(maskedPhone)(citizen.phoneNumber) },
    ...{ language: citizen.language, created_at: isoTime(citizen.createdAt) },
    findings: findings.map((finding) => findingJson(inPlainWords(finding, reader))),
    sessions: sessions.map(({ browser, system, lastSeenAt, address, programs }) => ({
      ...{ browser: browser ?? null, system: system ?? null, last_seen_at: isoTime(lastSeenAt) },
      ...{ address: as(maskedAddress)(address), programs },
    })),
    events: story.events.map((event) => apiEvent(isCovered ? coveredEvent(event) : event)),
    looks: story.looks.map(({ at, operator }) => ({ at, operator })),
  }
}

/** One citizen at a time. */
export const CITIZEN_OPERATIONS: readonly ApiOperation[] = [SEARCH, ACCOUNT, UNCOVER]
