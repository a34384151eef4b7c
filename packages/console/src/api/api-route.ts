import {
  accepted,
  findMachineKeys,
  type HttpRequest,
  IDEMPOTENCY_KEY,
  json,
  mayAs,
  pathParameters,
  type Reply,
  type Result,
  type Route,
  recordConsoleRefusal,
  refused,
  sha256,
} from '@portico/identity/parts'
import type { ConsoleNeeds } from '../console-needs.ts'
import { aboutOf } from '../guard.ts'
import { type AskingMachine, findMachine } from './api-key.ts'
import { API_PATH, type ApiOperation, type ApiRequest } from './api-operation.ts'
import { type ApiRefusal, type ApiRefusalCode, refusalReply } from './api-refusal.ts'
import { misfit } from './check-value.ts'

/** What every route of the API shares. */
export interface ApiRouteNeeds extends ConsoleNeeds {
  /** After how many seconds a key may ask again. Undefined where it may now. */
  readonly boundOf: (key: string) => number | undefined
}

/** A route of the API. No route is without a key: this is how one is made. */
export function apiRoute(needs: ApiRouteNeeds, operation: ApiOperation): Route {
  const { method, path } = operation
  return {
    ...{ method, path: API_PATH + path, audience: 'api', asks: 'nothing', head: 'refused' },
    async handle(http): Promise<Reply> {
      const answer = await answerTo(needs, operation, http)
      if (!answer.ok) return refusalReply(answer.refusal, http)
      return json(operation.isLater?.(answer.value) ? 202 : 200, answer.value)
    },
  }
}

async function answerTo(
  needs: ApiRouteNeeds,
  operation: ApiOperation,
  http: HttpRequest,
): Promise<Result<unknown, ApiRefusal>> {
  if (http.caller.isPassedOnByStranger) return refused({ code: 'proxy_unknown' })
  const page = API_PATH + operation.path
  const machine = await findMachine(needs, http, page)
  if (!machine.ok) return machine
  const { key, by } = machine.value
  const retryAfterSeconds = needs.boundOf(key.name)
  if (retryAfterSeconds !== undefined) return refused({ code: 'too_many_requests', retryAfterSeconds })
  if (!mayAs(key.role, operation.role)) {
    await noteRefusal(needs, { origin: by, because: 'role', page })
    return refused({ code: 'insufficient_role' })
  }
  const body = readApiBody(operation, http)
  if (!body.ok) return body
  const idempotencyKey = readIdempotencyKey(operation, http)
  if (!idempotencyKey.ok) return idempotencyKey
  const asked = { http, machine: machine.value, body: body.value, idempotencyKey: idempotencyKey.value }
  const request = requestOf(needs, operation, asked)
  const answer = await operation.answer(needs, request)
  const because = answer.ok ? undefined : NOTED[answer.refusal.code]
  if (because !== undefined) {
    const about = aboutOf(request.text('act'), request.place('subject'))
    await noteRefusal(needs, { origin: by, because, page, ...about })
  }
  return answer
}

/** What an operation refuses that the audit has to have. */
const NOTED: Readonly<Partial<Record<ApiRefusalCode, 'role' | 'too-many-looks' | 'no-such-order'>>> = {
  insufficient_role: 'role',
  too_many_looks: 'too-many-looks',
  unknown_order: 'no-such-order',
}

interface Asked {
  readonly http: HttpRequest
  readonly machine: AskingMachine
  readonly body: ReadonlyMap<string, unknown>
  readonly idempotencyKey: string
}

function requestOf(
  needs: ApiRouteNeeds,
  { path }: ApiOperation,
  { http, machine: { key, by, value }, body, idempotencyKey }: Asked,
): ApiRequest {
  const places = pathParameters(API_PATH + path, http.path) ?? {}
  return {
    ...{ http, by, role: key.role, operatorId: key.operatorId },
    place: (name) => places[name] ?? '',
    text: (name) => textOf(body.get(name)),
    number: (name) => numberOf(body.get(name)),
    texts: (name) => textsOf(body.get(name)),
    async claim(step) {
      const requestHash = sha256(JSON.stringify([http.path, sorted(Object.fromEntries(body))]))
      const request = { ...step, value: value.reveal(), idempotencyKey, requestHash }
      const claimed = await (await findMachineKeys())?.claim({ views: needs.keyDb }, request)
      if (claimed?.ok) return claimed
      return refused({ code: claimed?.refusal === 'other' ? 'idempotency_key_reused' : 'invalid_key' })
    },
  }
}

/** The same for one value, in whatever order its members came. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return members.map(([name, part]) => [name, sorted(part)])
}

function readIdempotencyKey({ isIdempotent }: ApiOperation, http: HttpRequest): Result<string, ApiRefusal> {
  if (!isIdempotent) return accepted('')
  const given = http.header('idempotency-key')
  if (given === undefined) return refused({ code: 'missing_idempotency_key' })
  return IDEMPOTENCY_KEY.test(given) ? accepted(given) : refused({ code: 'invalid_idempotency_key' })
}

type Noted = Pick<
  Parameters<typeof recordConsoleRefusal>[1],
  'origin' | 'because' | 'page' | 'act' | 'subject'
>

async function noteRefusal(needs: ConsoleNeeds, noted: Noted): Promise<void> {
  needs.metrics.onRefused(noted.because)
  await recordConsoleRefusal({ ...needs, db: needs.keyDb }, { ...noted, citizenId: undefined })
}

const NOTHING: ReadonlyMap<string, unknown> = new Map()

/** Reads what the operation says that it takes, and refuses everything else. */
function readApiBody(
  { body: schema }: ApiOperation,
  http: HttpRequest,
): Result<ReadonlyMap<string, unknown>, ApiRefusal> {
  if (http.rawQuery !== '') return refused({ code: 'unknown_parameter' })
  if (!schema) return accepted(NOTHING)
  const read = http.json()
  if (!read.ok)
    return refused({ code: read.refusal === 'not-json-type' ? 'unsupported_media_type' : 'invalid_json' })
  const { fields, duplicates } = read.value
  if (duplicates.size > 0) return refused({ code: 'invalid_json' })
  const fault = misfit(schema, Object.fromEntries(fields))
  return fault ? refused(fault) : accepted(fields)
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const textsOf = (value: unknown): Readonly<Record<string, string>> =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, text]) => [name, textOf(text)]))
    : {}
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
