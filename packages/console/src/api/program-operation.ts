import {
  accepted,
  INSTANT,
  isoTime,
  isRetired,
  listOf,
  objectSchema,
  orNull,
  refused,
  type Schema,
  textSchema,
} from '@portico/identity/parts'
import { PLACES } from '../places.ts'
import type { ProgramHealth } from '../reads/program-health.ts'
import { COUNTED_OF_PROGRAM, readProgram, type SeenProgram } from '../reads/read-program.ts'
import type { ApiOperation } from './api-operation.ts'
import { inJson } from './in-json.ts'

const COUNT: Schema = { type: 'integer', minimum: 0 }

const STATES = [
  ...['disabled', 'no-secret', 'ended-secret', 'secret-ends', 'wrong-secret'],
  ...['refused', 'never-called', 'silent', 'well'],
] as const satisfies ProgramHealth['state'][]

/** How a program is. */
export const HEALTH: Schema = {
  ...{ type: 'string', enum: STATES },
  description:
    'The worst that is known: disabled; comes with a secret that has ended; has no valid one; has a secret that ends within two weeks; somebody came in its name, perhaps not itself, with a secret that it does not have, and nobody with a right one since; sent codes or refresh tokens in the last day that were refused (before a secret that ends where one came twice); none of its secrets was ever used; has not called for a week; or nothing.',
}

const PROGRAM_SEEN = objectSchema('ProgramSeen', {
  client_id: textSchema('The id of its client.'),
  name: textSchema('Its name.'),
  created_at: INSTANT,
  disabled_at: orNull(INSTANT),
  health: HEALTH,
  last_call_at: {
    ...orNull(INSTANT),
    description: 'When it last sent a secret that it still has, whatever it asked. Exact to about a minute.',
  },
  exchanged_at: {
    ...orNull(INSTANT),
    description: 'When it last exchanged a code. Null where it did not since `counted_since`.',
  },
  redirect_uris: listOf({ type: 'string' }),
  counted_since: {
    ...INSTANT,
    description: 'A day ago, or later where the service had too many events since.',
  },
  counts: objectSchema(
    'ProgramCounts',
    Object.fromEntries(COUNTED_OF_PROGRAM.map((kind) => [inJson(kind), COUNT])),
  ),
  fault_rate: orNull({
    ...{ type: 'number', minimum: 0, maximum: 1 },
    description:
      'The share of all ways in that failed by a fault of the program. Null where there were none. Ended and wrong secrets are not in it: an hour has few events of them.',
  }),
  secrets: listOf(
    objectSchema('ProgramSecret', {
      secret_id: textSchema('Its id. The secret itself is stored nowhere.'),
      label: { type: 'string' },
      created_at: INSTANT,
      last_used_at: orNull(INSTANT),
      retired: { type: 'boolean', description: 'Whether an operator has retired it.' },
      expires_at: orNull(INSTANT),
      refused_at: orNull(INSTANT),
    }),
  ),
  limits: listOf(
    objectSchema('ProgramLimit', {
      endpoint: { type: 'string', enum: ['token', 'introspection'] },
      per_minute: COUNT,
      spent: orNull({ ...COUNT, description: 'Null where each address is counted, and not the program.' }),
    }),
  ),
})

/** One program, by the id in the path. */
export const PROGRAM: ApiOperation = {
  ...{ method: 'GET', path: '/programs/{client_id}', role: PLACES.program.role },
  ...{ operationId: 'getProgram', tag: 'The service' },
  summary: 'One program: its secrets, its limits, and what it did lately',
  places: [
    {
      ...{ name: 'client_id', in: 'path', required: true, schema: { type: 'string' } },
      description: 'The id of its client.',
    },
  ],
  answers: PROGRAM_SEEN,
  refuses: ['not_found'],
  async answer(needs, request) {
    const seen = await readProgram(needs, request.by, request.place('client_id'))
    return seen ? accepted(programJson(seen)) : refused({ code: 'not_found' })
  },
}

function programJson({ client, counts, faultRate, limits, secrets, since, ...seen }: SeenProgram) {
  return {
    ...{ client_id: client.clientId, name: client.name, redirect_uris: client.redirectUris },
    ...{ created_at: isoTime(client.createdAt), disabled_at: isoTime(client.disabledAt) },
    health: seen.health[0].state,
    last_call_at: isoTime(seen.lastCallAt ?? null),
    exchanged_at: isoTime(seen.exchangedAt ?? null),
    counted_since: isoTime(since),
    counts: Object.fromEntries(COUNTED_OF_PROGRAM.map((kind) => [inJson(kind), counts[kind]])),
    fault_rate: faultRate ?? null,
    secrets: secrets.map((secret) => ({
      ...{ secret_id: secret.secretId, label: secret.label, created_at: isoTime(secret.createdAt) },
      ...{ last_used_at: isoTime(secret.lastUsedAt), retired: isRetired(secret) },
      expires_at: isRetired(secret) ? null : isoTime(secret.expiresAt),
      refused_at: isoTime(secret.refusedAt),
    })),
    limits: limits.map(({ endpoint, perMinute, spent }) => ({ endpoint, per_minute: perMinute, spent })),
  }
}
