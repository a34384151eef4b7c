import { isDeepStrictEqual } from 'node:util'
import {
  accepted,
  CONSOLE_ACTS,
  type ConsoleCommand,
  confirmOrder,
  findConsoleAct,
  findOrder,
  insertOrder,
  isUuid,
  listOf,
  mayAs,
  objectSchema,
  orNull,
  type Parameter,
  type Result,
  randomUuid,
  recordRead,
  refused,
  type Schema,
  type StoredOrder,
  textSchema,
  withinLooks,
} from '@portico/identity/parts'
import { awaitAnswer, isAnswered, type OrderKey } from '../await-answer.ts'
import type { ConsoleNeeds } from '../console-needs.ts'
import { LOOKS, looksOf } from '../look-bounds.ts'
import { coveredLine } from '../masked.ts'
import { PLACES } from '../places.ts'
import { type ApiAnswer, type ApiOperation, type ApiRequest, bodySchema } from './api-operation.ts'
import type { ApiRefusal, ApiRefusalCode } from './api-refusal.ts'
import { readWhy, SUBJECT, WHY_SCHEMAS } from './citizen-operations.ts'
import { WAITING } from './waiting-operation.ts'

const ORDER_PLACE: Parameter = {
  ...{ name: 'order', in: 'path', required: true, description: 'The id of the order.' },
  schema: { type: 'string' },
}

const ORDER = objectSchema('Order', {
  order_id: textSchema('Its id.'),
  act: textSchema('The words of its command.'),
  subject: textSchema('The subject of the account.'),
  state: {
    ...{
      type: 'string',
      enum: ['asked', 'trying', 'told', 'confirmed', 'running', 'done', 'waits', 'refused'],
    },
    description:
      'told: it says what would happen, and a confirmation does it. done: it says what happened. waits: another operator has to consent first. refused: it says why not.',
  },
  says: listOf(textSchema('A sentence of the service, in English; addresses are covered.')),
  because: orNull(textSchema('Why it is refused, as a name.')),
  waits_as: orNull({
    type: 'integer',
    description: 'The number by which another operator consents. Nothing has happened yet.',
  }),
  is_over: { type: 'boolean', description: 'Nobody can confirm it any more.' },
  is_lost: {
    type: 'boolean',
    description: 'The service has not answered, and may have done it: look at the account.',
  },
  later: {
    type: 'boolean',
    description:
      'Not done yet: the service has not answered, or another operator has to consent. The status is 202.',
  },
})

const UNDER_WAY: readonly ApiRefusalCode[] = [
  ...['missing_idempotency_key', 'invalid_idempotency_key', 'idempotency_key_reused', 'request_under_way'],
] as const satisfies readonly ApiRefusalCode[]

/** The service has not answered yet, or another operator has to consent. */
const isLater = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'later' in value && value.later === true

const OPTIONS: Schema = {
  type: 'object',
  description: 'The options of the command beside the reason, by their names.',
  additionalProperties: { type: 'string', minLength: 1, maxLength: 400 },
}

const ACT: ApiOperation = {
  ...{ method: 'POST', path: '/citizens/{subject}/acts', role: PLACES.act.role, operationId: 'orderAct' },
  ...{ tag: 'Citizens', summary: 'Order an act on one citizen, and be told what it would do' },
  description:
    'Nothing happens to the citizen before the order is confirmed. It counts as a look. The role of the key has to reach the act. A key has one order under way, and at most twenty acts within an hour.',
  places: [SUBJECT],
  body: bodySchema(
    'ActOrder',
    {
      act: {
        type: 'string',
        enum: CONSOLE_ACTS.map(({ words }) => words),
        description: 'The words of the command.',
      },
      options: OPTIONS,
      ...WHY_SCHEMAS,
    },
    ['options'],
  ),
  answers: ORDER,
  refuses: ['unknown_citizen', 'too_many_looks', 'order_under_way', ...UNDER_WAY],
  isIdempotent: true,
  isLater,
  async answer(needs, request) {
    const wanted = readOrder(request)
    if (!wanted.ok) return wanted
    const claimed = await request.claim({ orderId: randomUuid(needs.random), step: 'order' })
    if (!claimed.ok) return claimed
    const key = { orderId: claimed.value, operatorId: request.operatorId }
    const there = await findOrder(needs.db, key)
    // Only a console that was broken into puts another order under an id that a machine has claimed.
    if (there && !isWanted(there, wanted.value)) return refused({ code: 'idempotency_key_reused' })
    const fault = there ? undefined : await place(needs, request, key, wanted.value)
    return fault ? refused(fault) : answerOf(needs, key)
  },
}

const CONFIRM: ApiOperation = {
  ...{ method: 'POST', path: '/acts/{order}/confirm', role: PLACES.order.role, operationId: 'confirmOrder' },
  ...{ tag: 'Citizens', summary: 'Say yes to what an order was told to do, which does it' },
  description:
    'Where it would do something else by now, it is refused. An act that has to wait for another operator answers 202, and a key never consents.',
  places: [ORDER_PLACE],
  answers: ORDER,
  refuses: ['unknown_order', 'order_not_told', ...UNDER_WAY],
  isIdempotent: true,
  isLater,
  async answer(needs, request) {
    const key = { orderId: request.place('order'), operatorId: request.operatorId }
    const order = isUuid(key.orderId) ? await findOrder(needs.db, key) : undefined
    if (!order) return refused({ code: 'unknown_order' })
    if (order.state === 'asked' || order.state === 'trying' || (order.state === 'told' && order.isOver))
      return refused({ code: 'order_not_told' })
    const claimed = await request.claim({ orderId: key.orderId, step: 'confirm' })
    if (!claimed.ok) return claimed
    await confirmOrder(needs.db, { ...key, requestId: request.http.requestId })
    return answerOf(needs, key)
  },
}

const ORDERED: ApiOperation = {
  ...{ method: 'GET', path: '/acts/{order}', role: PLACES.order.role, operationId: 'getOrder' },
  ...{
    tag: 'Citizens',
    summary: 'What became of an order of this key',
    places: [ORDER_PLACE],
    answers: ORDER,
  },
  refuses: ['unknown_order'],
  isLater,
  async answer({ db }, { place: at, operatorId }) {
    const orderId = at('order')
    const order = isUuid(orderId) ? await findOrder(db, { orderId, operatorId }) : undefined
    return order ? accepted(orderJson(order)) : refused({ code: 'unknown_order' })
  },
}

/** What is ordered. */
interface WantedAct {
  readonly act: string
  readonly who: string
  readonly options: Readonly<Record<string, string>>
  readonly reason: string
}

const isWanted = ({ act, who, options, reason }: StoredOrder, wanted: WantedAct): boolean =>
  isDeepStrictEqual({ act, who, options, reason }, wanted)

function readOrder(request: ApiRequest): Result<WantedAct, ApiRefusal> {
  const command = findConsoleAct(request.text('act'))
  if (!command) return refused({ code: 'invalid_field', field: 'act' })
  if (!mayAs(request.role, command.fromConsole.role)) return refused({ code: 'insufficient_role' })
  const options = request.texts('options')
  const fault = optionFault(command, options)
  if (fault) return refused(fault)
  const why = readWhy(request)
  if (!why.ok) return why
  const who = request.place('subject')
  if (!isUuid(who)) return refused({ code: 'unknown_citizen' })
  return accepted({ act: command.words, who, options, reason: why.value })
}

function optionFault(
  { options: known }: ConsoleCommand,
  given: Readonly<Record<string, string>>,
): ApiRefusal | undefined {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(known, name))
  if (unknown !== undefined) return { code: 'unknown_field', field: `options.${unknown.slice(0, 60)}` }
  const missing = Object.entries(known).find(
    ([name, { need }]) => need === 'required' && !Object.hasOwn(given, name),
  )
  return missing && { code: 'missing_field', field: `options.${missing[0]}` }
}

/** Stores the order, as a look. Many with one idempotency key come one after the other, and find what the first has stored. */
async function place(
  needs: ConsoleNeeds,
  { by, http }: ApiRequest,
  key: OrderKey,
  wanted: WantedAct,
): Promise<ApiRefusal | undefined> {
  const { address, requestId } = http
  const orderedBy = { ...by, reason: wanted.reason }
  const ordered = await withinLooks({ ...needs, by }, looksOf(needs), async (tx) => {
    if (await findOrder(tx, key)) return true
    await recordRead({ ...needs, db: tx, by: orderedBy }, { command: LOOKS.order })
    return insertOrder(tx, { ...key, ...wanted, address, requestId })
  })
  if (ordered.ok) return ordered.value ? undefined : { code: 'order_under_way', retryAfterSeconds: 1 }
  const { because, retryAfterSeconds } = ordered.refusal
  return { code: because === 'spent' ? 'too_many_looks' : 'request_under_way', retryAfterSeconds }
}

/** Waits some seconds for the service. */
async function answerOf(needs: ConsoleNeeds, key: OrderKey): Promise<ApiAnswer> {
  await awaitAnswer(needs, key)
  const order = await findOrder(needs.db, key)
  return order ? accepted(orderJson(order)) : refused({ code: 'unknown_order' })
}

function orderJson(order: StoredOrder) {
  const { orderId, act, who, state, answer, isOver, isLost } = order
  const waits = answer && 'lines' in answer ? (answer.waits ?? null) : null
  return {
    ...{
      order_id: orderId,
      act,
      subject: who,
      state: waits === null ? state : 'waits',
      says: saidOf(order).map(coveredLine),
    },
    because: answer && 'because' in answer ? answer.because : null,
    ...{ waits_as: waits, is_over: isOver, is_lost: isLost, later: waits !== null || !isAnswered(order) },
  }
}

function saidOf({ answer }: StoredOrder): readonly string[] {
  if (!answer) return []
  return 'lines' in answer ? answer.lines : [answer.says]
}

/** Acts of machines on one citizen. */
export const ACT_OPERATIONS: readonly ApiOperation[] = [WAITING, ACT, CONFIRM, ORDERED]
