import { answerOrder, type OrderAnswer, type StoredOrder, takeOrder } from '../console-orders/index.ts'
import { type Told, tellSame } from '../moments/index.ts'
import { type Repeating, repeat } from '../platform/jobs/repeat.ts'
import type { OrdersNeeds } from '../start-service.ts'
import { actOnCitizen } from './act-on-citizen.ts'
import { type Answer, type Call, CommandRefused, type Given, UsageFault } from './command.ts'
import { layOut } from './lay-out.ts'
import type { OrderRefusal } from './order-refusals.ts'
import { type RightfulOrder, requireRights } from './order-rights.ts'

/** An operator waits at a page. */
const EVERY_MILLISECONDS = 500

const FAILED = refusedAs({
  because: 'order-failed',
  says: 'The service could not do this, and cannot say how far it came: look at what happened to the account before you order it again. The log of the service has the error.',
})

/**
 * Carries out what operators order from the console (decision 119), by the commands that do it on the machine. Each order is tried first, and done when its operator has said yes to what it would
 * do. Several processes may do this at once.
 */
export function carryOutOrders(needs: OrdersNeeds): Repeating & { round(): Promise<'done' | 'again'> } {
  const stopping = new AbortController()
  const round = () => carryOutNext(needs, stopping.signal)
  const repeating = repeat(needs.log, {
    name: 'console-orders',
    everyMilliseconds: EVERY_MILLISECONDS,
    round,
  })
  return {
    round,
    async stop() {
      stopping.abort()
      await repeating.stop()
    },
  }
}

async function carryOutNext(needs: OrdersNeeds, stopped: AbortSignal): Promise<'done' | 'again'> {
  const { db } = needs.database
  const order = await takeOrder(db)
  if (!order) return 'done'
  try {
    await answerOrder(db, order.orderId, await answerTo(needs, order, stopped))
  } catch (error) {
    await answerOrder(db, order.orderId, { state: 'refused', answer: FAILED })
    throw error
  }
  return 'again'
}

type Answered = Parameters<typeof answerOrder>[2]

async function answerTo(needs: OrdersNeeds, order: StoredOrder, stopped: AbortSignal): Promise<Answered> {
  try {
    const rightful = await requireRights(needs.database, order, needs.consoleClientId)
    // A withdrawal has nothing to tell: nothing happens to anybody.
    if (order.state === 'trying' && isWithdrawal(rightful))
      return { state: 'told', answer: { lines: [], told: [], tells: [] } }
    const { json, lines, told = [], tells } = await run(needs, order, { rightful, stopped })
    return {
      state: order.state === 'trying' && wouldChange(json) ? 'told' : 'done',
      answer: { lines: layOut(lines), told, ...(tells && { tells }), ...waitsIn(json) },
    }
  } catch (error) {
    return { state: 'refused', answer: refusalIn(error) }
  }
}

/** Throws what is no refusal. */
function refusalIn(error: unknown): OrderAnswer {
  if (error instanceof CommandRefused) {
    const { because, message: says, said } = error
    return { because, says, fact: { code: because, ...said } }
  }
  if (!(error instanceof UsageFault)) throw error
  const { because: code, message: says } = error
  return { because: 'usage', says, ...(code && { fact: { code } }) }
}

function refusedAs({
  because,
  says,
}: {
  readonly because: OrderRefusal
  readonly says: string
}): OrderAnswer {
  return { because, says, fact: { code: because } }
}

function isWithdrawal({ kind, command }: RightfulOrder): boolean {
  return kind === 'consent' && !Object.hasOwn(command.options, 'dry-run')
}

function wouldChange(json: unknown): boolean {
  return typeof json === 'object' && json !== null && 'changed' in json && json.changed === true
}

/** The number of an act that waits for another operator. */
function waitsIn(json: unknown): { readonly waits?: number } {
  if (typeof json !== 'object' || json === null || !('waits' in json)) return {}
  const { waits } = json
  const isAct = typeof waits === 'object' && waits !== null && 'number' in waits
  return isAct && typeof waits.number === 'number' ? { waits: waits.number } : {}
}

/** Runs the command of an order, as it is run on the machine. */
async function run(
  { config, database }: OrdersNeeds,
  order: StoredOrder,
  { rightful, stopped }: { readonly rightful: RightfulOrder; readonly stopped: AbortSignal },
): Promise<Answer> {
  const { by } = rightful
  const call: Call = {
    words: rightful.command.words,
    given: givenBy(order),
    asJson: true,
    terminal: {
      out: () => undefined,
      err: () => undefined,
      stopped: () => stopped,
      user: () => by.operator,
      // The operator has said yes to what was told then, and to nothing else.
      ask: (_question, told = []) => requireAsTold(order, told),
    },
    environment: async () => ({}),
    config: () => config,
    openDatabase: async () => database,
  }
  if (rightful.kind === 'act') return actOnCitizen(rightful.command, call, by)
  const answer = await rightful.command.run({ ...call, openDatabase: async () => ({ ...database, by }) })
  return answer ?? { json: null, lines: [] }
}

function givenBy({ state, who, options, reason }: StoredOrder): Given {
  const isTrial = state === 'trying'
  const texts: Readonly<Record<string, string>> = { ...options, reason }
  return {
    operand: () => who,
    flag: (name) => name === 'dry-run' && isTrial,
    text: (name) => (Object.hasOwn(texts, name) ? texts[name] : undefined),
    texts: () => [],
  }
}

const CHANGED: OrderRefusal = 'changed'

/** The answer to what the command asks: yes, where it would do what its operator was told. Throws CommandRefused. */
async function requireAsTold({ answer }: StoredOrder, told: readonly Told[]): Promise<string> {
  const before = answer && 'told' in answer ? answer.told : []
  if (tellSame(told, before)) return 'yes'
  throw new CommandRefused(
    'Nothing was changed, because this would do something else by now than you were told. Order it anew.',
    CHANGED,
  )
}
