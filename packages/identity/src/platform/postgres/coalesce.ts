import { type Database, DatabaseUnavailable } from './database.ts'
import { type Deadline, Waiting } from './deadline.ts'
import { type ArrayElement, arrayOf } from './values.ts'

/** How one batch of requests is answered: one answer per request, in the same order. */
export type AnswerBatch<Request, Answer> = (requests: readonly Request[]) => Promise<readonly Answer[]>

/** The two ways to answer a request. */
interface ByLayout<Request, Answer> {
  /** By one statement with the requests of the same moment, on one server. */
  readonly together: (request: Request) => Promise<Answer>
  /** By statements of its own, which name its citizen, on a distributed database. */
  readonly alone: (request: Request) => Promise<Answer>
}

/**
 * Answers requests in the way that fits the database. On a distributed one no request waits for another, so a server that is
 * away fails only the requests for its own citizens.
 */
export function byLayout<Request, Answer>(
  db: Pick<Database, 'layout'>,
  ways: ByLayout<Request, Answer>,
): (request: Request) => Promise<Answer> {
  let fitting: ((request: Request) => Promise<Answer>) | undefined
  const answerFirst = async (request: Request) => {
    fitting = (await db.layout()) === 'distributed' ? ways.alone : ways.together
    return fitting(request)
  }
  return (request) => (fitting ?? answerFirst)(request)
}

/** How requests of one moment share a statement. */
export interface CoalesceOptions<Request> {
  /** Requests with the same key never meet in one batch; the later one waits for the next. */
  readonly key?: (request: Request) => string
  /** How long each request may take, with the time that it waits for a statement of others. */
  readonly deadline: Deadline
  /** Statements in flight at once. */
  readonly inFlight: number
  /**
   * If it is set, many requests are spread over all statements, with at least this many requests in each. Fewer wait while
   * a statement is in flight. So the database runs one batch while Node answers another, and neither waits. It is not set
   * where one large statement is cheaper than several (one `fsync` for all).
   */
  readonly spread?: number
  /** The most requests of a statement. */
  readonly most: number
}

/** The most requests of one hot statement. */
const MOST = 256

/**
 * For hot statements that need not wait for the disk, mostly reads: they share a connection, and are spread so that it
 * always has a next one.
 */
export const HOT_PIPELINED = { inFlight: 4, spread: 8, most: MOST } as const

/** For hot writes: all waiting requests share one statement, while the previous one becomes durable. */
export const HOT_WRITES = { inFlight: 2, most: MOST } as const

/** A request that is not answered yet. */
class Asked<Request, Answer> extends Waiting {
  readonly request: Request
  readonly resolve: (answer: Answer) => void

  constructor(request: Request, resolve: (answer: Answer) => void, reject: (error: unknown) => void) {
    super(reject)
    this.request = request
    this.resolve = resolve
  }
}

/**
 * Combines the requests that wait at the same moment into one round trip. There is no timer: an idle process sends the
 * statement as soon as it has read what had arrived, and batches grow only while a statement is in flight. No answer is
 * kept after its batch, so nothing is cached.
 * If a batch fails, each of its requests is repeated alone, so one bad row fails only its own request. If the database
 * does not answer, all of them fail at once. Each request fails at its own deadline, also while it waits for a batch.
 */
export function coalesce<Request, Answer>(
  answerBatch: AnswerBatch<Request, Answer>,
  options: CoalesceOptions<Request>,
): (request: Request) => Promise<Answer> {
  const { spread = 1, deadline } = options
  let waiting: Asked<Request, Answer>[] = []
  let inFlight = 0

  const settle = async (batch: readonly Asked<Request, Answer>[]): Promise<void> => {
    try {
      const answers = await answerBatch(batch.map((item) => item.request))
      if (answers.length !== batch.length)
        throw new Error(`${batch.length} requests got ${answers.length} answers`)
      batch.forEach((item) => deadline.leave(item))
      answers.forEach((answer, index) => batch[index]?.resolve(answer))
    } catch (error) {
      await settleFailure(batch, error)
    }
  }
  const settleFailure = async (batch: readonly Asked<Request, Answer>[], error: unknown): Promise<void> => {
    const alone = batch.length > 1 && !(error instanceof DatabaseUnavailable)
    if (alone) return void (await Promise.all(batch.filter(isWaiting).map((item) => settle([item]))))
    for (const item of batch) {
      deadline.leave(item)
      item.giveUp(error)
    }
  }
  const next = (): void => {
    // They are given up in the order in which they came.
    if (waiting[0]?.isWaiting === false) waiting = waiting.filter(isWaiting)
    const mayBegin = () =>
      inFlight === 0 ? waiting.length > 0 : inFlight < options.inFlight && waiting.length >= spread
    while (mayBegin()) {
      const { batch, rest } = takeBatch(waiting, share(waiting.length, inFlight, options), options.key)
      waiting = rest
      inFlight += 1
      void settle(batch).finally(() => {
        inFlight -= 1
        next()
      })
    }
  }
  return (request) =>
    new Promise((resolve, reject) => {
      const item = new Asked(request, resolve, reject)
      deadline.enter(item)
      waiting.push(item)
      if (waiting.length === 1 || waiting.length === spread) setImmediate(next)
    })
}

function isWaiting(item: Waiting): boolean {
  return item.isWaiting
}

/** How many waiting requests the next statement gets. */
function share(
  waiting: number,
  inFlight: number,
  { spread, inFlight: places, most }: Pick<CoalesceOptions<never>, 'spread' | 'inFlight' | 'most'>,
): number {
  return spread === undefined
    ? most
    : Math.min(most, Math.max(spread, Math.ceil(waiting / (places - inFlight))))
}

function takeBatch<Request, Answer>(
  waiting: readonly Asked<Request, Answer>[],
  most: number,
  key: CoalesceOptions<Request>['key'],
): { batch: Asked<Request, Answer>[]; rest: Asked<Request, Answer>[] } {
  if (!key) return { batch: waiting.slice(0, most), rest: waiting.slice(most) }
  const batch: Asked<Request, Answer>[] = []
  const rest: Asked<Request, Answer>[] = []
  const taken = new Set<string>()
  for (const item of waiting) {
    const itemKey = key(item.request)
    const goes = batch.length < most && !taken.has(itemKey)
    if (goes) taken.add(itemKey)
    ;(goes ? batch : rest).push(item)
  }
  return { batch, rest }
}

/** A row of a batch: its request's place. */
export interface Numbered {
  readonly number: number
}

/**
 * Turns many requests into one array parameter per column, for `unnest(...)` in a statement that answers all of them.
 * `number` is the request's place in the batch, which assigns the answers to the requests.
 */
export class Batch<Request> {
  readonly #requests: readonly Request[]
  constructor(requests: readonly Request[]) {
    this.#requests = requests
  }
  /** The places 0, 1, 2, … of the requests. */
  numbers(): string {
    return arrayOf(this.#requests.map((_request, index) => index))
  }
  /** One column of the requests. */
  column(read: (request: Request) => ArrayElement): string {
    return arrayOf(this.#requests.map(read))
  }
  /** Puts rows that carry their request's `number` into the order of the requests. */
  inOrder<Row extends Numbered>(rows: readonly Row[]): readonly (Row | undefined)[] {
    const places = new Array<Row | undefined>(this.#requests.length).fill(undefined)
    for (const row of rows) places[row.number] = row
    return places
  }
}
