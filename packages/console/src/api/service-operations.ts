import {
  accepted,
  ENTRY,
  INSTANT,
  isoTime,
  listOf,
  objectSchema,
  orNull,
  placeOf,
  ROLES,
  type Schema,
  SETTING,
  textSchema,
} from '@portico/identity/parts'
import { PLACES } from '../places.ts'
import { readLetters } from '../reads/read-letters.ts'
import { readLimits } from '../reads/read-limits.ts'
import { readEveryProgram, readOperators, readSigningKeys } from '../reads/read-lists.ts'
import { readSettings } from '../reads/read-settings.ts'
import { KINDS_COUNTED, readToday } from '../reads/read-today.ts'
import type { ApiOperation } from './api-operation.ts'
import { inJson } from './in-json.ts'
import { HEALTH, PROGRAM } from './program-operation.ts'

const COUNT: Schema = { type: 'integer', minimum: 0 }

const ESTIMATE: Schema = {
  type: 'boolean',
  description: 'Calculated from a part of the events, because there were too many.',
}

const HOUR_COUNT = objectSchema('HourCount', {
  events: COUNT,
  is_estimate: ESTIMATE,
})

const TODAY: ApiOperation = {
  ...{ method: 'GET', path: '/today', role: PLACES.today.role, operationId: 'getToday', tag: 'The service' },
  summary: 'The last 24 hours by numbers, the oldest hour first',
  answers: objectSchema('Today', {
    hours: listOf(
      objectSchema('Hour', {
        hour_at: INSTANT,
        ...Object.fromEntries(KINDS_COUNTED.map((kind) => [inJson(kind), HOUR_COUNT])),
      }),
    ),
  }),
  async answer(needs, { by }) {
    const hours = await readToday(needs, by)
    return accepted({
      hours: hours.map(({ hourAt, counts }) => ({
        hour_at: isoTime(hourAt),
        ...Object.fromEntries(
          KINDS_COUNTED.map((kind) => {
            const { events, isEstimate } = counts[kind]
            return [inJson(kind), { events, is_estimate: isEstimate }]
          }),
        ),
      })),
    })
  },
}

const PROGRAMS: ApiOperation = {
  ...{ method: 'GET', path: '/programs', role: PLACES.programs.role },
  ...{ operationId: 'listPrograms', tag: 'The service', summary: 'Every program' },
  answers: objectSchema('Programs', {
    programs: listOf(
      objectSchema('Program', {
        client_id: textSchema('The id of its client.'),
        name: textSchema('Its name.'),
        disabled_at: orNull(INSTANT),
        live_secrets: COUNT,
        last_used_at: orNull(INSTANT),
        health: HEALTH,
      }),
    ),
  }),
  async answer(needs, { by }) {
    const programs = await readEveryProgram(needs, by)
    return accepted({
      programs: programs.map(({ clientId, name, disabledAt, health, liveSecrets, lastUsedAt }) => ({
        ...{ client_id: clientId, name, disabled_at: isoTime(disabledAt), live_secrets: liveSecrets },
        last_used_at: isoTime(lastUsedAt ?? null),
        health: health[0].state,
      })),
    })
  },
}

const KEYS: ApiOperation = {
  ...{ method: 'GET', path: '/keys', role: PLACES.keys.role },
  ...{ operationId: 'listSigningKeys', tag: 'The service', summary: 'The keys that sign ID tokens' },
  answers: objectSchema('SigningKeys', {
    keys: listOf(
      objectSchema('SigningKey', {
        kid: textSchema('Its id in a JWKS (RFC 7517 section 4.5).'),
        stage: textSchema('What it does now.'),
        created_at: INSTANT,
      }),
    ),
  }),
  async answer(needs, { by }) {
    const keys = await readSigningKeys(needs, by)
    return accepted({
      keys: keys.map(({ kid, stage, createdAt }) => ({ kid, stage, created_at: isoTime(createdAt) })),
    })
  },
}

const LETTERS: ApiOperation = {
  ...{
    method: 'GET',
    path: '/letters',
    role: PLACES.letters.role,
    operationId: 'getLetters',
    tag: 'The service',
  },
  summary:
    'Letters that wait, and those that were given up in the last 24 hours, by the answers of the mail server',
  description: 'No recipient is read.',
  answers: objectSchema('Letters', {
    waiting: listOf(
      objectSchema('WaitingLetters', {
        kind: textSchema('The name of the letter.'),
        letters: COUNT,
        oldest_created_at: INSTANT,
        put_off: { ...COUNT, description: 'How many of them the mail server has put off.' },
        most_attempts: COUNT,
      }),
    ),
    given_up: listOf(
      objectSchema('GivenUpLetters', {
        answer: textSchema('The codes of the mail server’s answer; else the reason, such as `expired`.'),
        events: COUNT,
        is_estimate: ESTIMATE,
      }),
    ),
  }),
  async answer(needs, { by }) {
    const { waiting, givenUp } = await readLetters(needs, by)
    return accepted({
      waiting: waiting.map(({ kind, letters, oldestCreatedAt, putOff, mostAttempts }) => ({
        ...{ kind, letters, oldest_created_at: isoTime(oldestCreatedAt), put_off: putOff },
        most_attempts: mostAttempts,
      })),
      given_up: givenUp.map(({ answer, events, isEstimate }) => ({
        answer,
        events,
        is_estimate: isEstimate,
      })),
    })
  },
}

const LIMITS: ApiOperation = {
  ...{ method: 'GET', path: '/limits', role: PLACES.limits.role, operationId: 'listSpentLimits' },
  ...{ tag: 'The service', summary: 'The limits that are spent now' },
  description: 'Empty where the counters are in Redis. Addresses of people are not read.',
  answers: objectSchema('SpentLimits', {
    limits: listOf(
      objectSchema('SpentLimit', {
        kind: textSchema('The name of the limit.'),
        keys: { ...COUNT, description: 'How many have spent it.' },
        first_ends_at: INSTANT,
        last_ends_at: INSTANT,
        networks: listOf(textSchema('A network that is counted.')),
      }),
    ),
  }),
  async answer(needs, { by }) {
    const spent = await readLimits(needs, by)
    return accepted({
      limits: spent.map(({ kind, keys, firstEndsAt, lastEndsAt, networks }) => ({
        ...{ kind, keys, first_ends_at: isoTime(firstEndsAt), last_ends_at: isoTime(lastEndsAt), networks },
      })),
    })
  },
}

const SETTINGS: ApiOperation = {
  ...{ method: 'GET', path: '/settings', role: PLACES.settings.role, operationId: 'getSettings' },
  ...{
    tag: 'The service',
    summary: 'The processes of the service that run, and the settings in force in them',
  },
  description: 'Of a secret there is the name alone.',
  answers: objectSchema('Settings', {
    processes: listOf(
      objectSchema('Process', {
        place: textSchema('Where it runs.'),
        started_at: INSTANT,
        seen_at: INSTANT,
      }),
    ),
    settings: listOf(SETTING),
  }),
  async answer(needs, { by }) {
    const { instances, settings } = await readSettings(needs, by)
    return accepted({
      processes: instances.map((one) => ({
        ...{ place: placeOf(one), started_at: isoTime(one.startedAt), seen_at: isoTime(one.seenAt) },
      })),
      settings: settings.map(({ name, differs, values }) => ({
        ...{ name, differs },
        values: values.map(({ value, given, places }) => ({ value, given, places })),
      })),
    })
  },
}

const OPERATORS: ApiOperation = {
  ...{ method: 'GET', path: '/operators', role: PLACES.operators.role },
  ...{ operationId: 'listOperators', tag: 'The service', summary: 'Who may enter the console' },
  answers: objectSchema('Operators', {
    operators: listOf(
      objectSchema('Operator', {
        name: textSchema('The name in the audit.'),
        role: { type: 'string', enum: ROLES },
        added_at: INSTANT,
        ...ENTRY,
      }),
    ),
  }),
  async answer(needs, { by }) {
    const operators = await readOperators(needs, by)
    return accepted({
      operators: operators.map(({ name, role, addedAt, keptOut }) => ({
        ...{ name, role, added_at: isoTime(addedAt), may_enter: keptOut === null, kept_out: keptOut },
      })),
    })
  },
}

/** How the service is. */
export const SERVICE_OPERATIONS: readonly ApiOperation[] = [
  TODAY,
  PROGRAMS,
  PROGRAM,
  KEYS,
  LETTERS,
  LIMITS,
  SETTINGS,
  OPERATORS,
]
