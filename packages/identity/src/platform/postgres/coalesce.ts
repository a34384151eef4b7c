import { DatabaseUnavailable } from './database.ts'
import { type Deadline, Waiting } from './deadline.ts'

/** How one batch of requests is answered: one answer per request, in the same order. */
export type AnswerBatch<Request, Answer> = (requests: readonly Request[]) => Promise<readonly Answer[]>

/** How requests of one moment share a statement. */
export interface CoalesceOptions<Request> {
  /** Requests with the same key never meet in one batch; the later one waits for the next. */
  readonly key?: (request: Request) => string
  /** How long each request may take, with the time that it waits for a statement of others. */
  readonly deadline: Deadline
  /** Statements in flight at once. */
  readonly inFlight: number
  /**
   * Where given, a crowd is spread over all of them, so many requests for each at least; while one is in flight, fewer
   * wait for the next. So the database works on one batch while another is read, answered and gathered here, and neither
   * waits for the other. Left out where one large statement is cheaper than several (one `fsync` for all of it).
   */
  readonly spread?: number
  /** Requests per statement at most. */
  readonly most: number
}

/** Requests that one statement of a hot path answers at most. */
const MOST = 256

/**
 * Statements of hot paths that nobody waits on the disk for, reads above all: they share a connection, and are spread so
 * that it always has a next one.
 */
export const HOT_PIPELINED = { inFlight: 4, spread: 8, most: MOST } as const

/** Writes of hot paths: as many as wait go with one statement, while the one before it is made durable. */
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
 * Lets the requests that wait at one moment share a round trip. There is no timer: an idle server asks as soon as it has
 * read what had arrived, and batches grow only while a statement is under way. No answer outlives its batch, so nothing
 * is ever cached.
 * When a batch fails, each of its requests is asked again alone, so that one bad row fails nobody but itself;
 * when the database is away, all of them are told so at once. A request whose time is over is told so too, also while
 * its statement is under way; where that has not begun, it never asks.
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

/** How many of those that wait go with the next statement. */
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
