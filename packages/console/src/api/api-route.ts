import {
  accepted,
  type HttpRequest,
  json,
  mayAs,
  pathParameters,
  type Reply,
  type Result,
  type Route,
  recordConsoleRefusal,
  refused,
} from '@portico/identity/parts'
import type { ConsoleNeeds } from '../console-needs.ts'
import { findMachine } from './api-key.ts'
import { API_PATH, type ApiOperation } from './api-operation.ts'
import { type ApiRefusal, refusalReply } from './api-refusal.ts'
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
      return answer.ok ? json(200, answer.value) : refusalReply(answer.refusal, http)
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
  const places = pathParameters(page, http.path) ?? {}
  const answer = await operation.answer(needs, {
    ...{ http, by, role: key.role },
    place: (name) => places[name] ?? '',
    text: (name) => textOf(body.value.get(name)),
    number: (name) => numberOf(body.value.get(name)),
  })
  if (!answer.ok && answer.refusal.code === 'too_many_looks')
    await noteRefusal(needs, { origin: by, because: 'too-many-looks', page })
  return answer
}

type Noted = Pick<Parameters<typeof recordConsoleRefusal>[1], 'origin' | 'because' | 'page'>

async function noteRefusal(needs: ConsoleNeeds, noted: Noted): Promise<void> {
  needs.metrics.onRefused(noted.because)
  await recordConsoleRefusal({ ...needs, db: needs.guardDb }, { ...noted, citizenId: undefined })
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
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
