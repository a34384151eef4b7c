import { DatabaseUnavailable } from './database.ts'

/** How one batch of requests is answered: one answer per request, in the same order. */
export type AnswerBatch<Request, Answer> = (requests: readonly Request[]) => Promise<readonly Answer[]>

/** How requests of one moment share a statement. */
export interface CoalesceOptions<Request> {
  /** Requests with the same key never meet in one batch; the later one waits for the next. */
  readonly key?: (request: Request) => string
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

interface Waiting<Request, Answer> {
  readonly request: Request
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/**
 * Combines the requests that wait at the same moment into one round trip. There is no timer: an idle process sends the
 * statement as soon as it has read what had arrived, and batches grow only while a statement is in flight. No answer is
 * kept after its batch, so nothing is cached.
 * If a batch fails, each of its requests is repeated alone, so one bad row fails only its own request. If the database
 * does not answer, all of them fail at once.
 */
export function coalesce<Request, Answer>(
  answerBatch: AnswerBatch<Request, Answer>,
  options: CoalesceOptions<Request>,
): (request: Request) => Promise<Answer> {
  const { spread = 1 } = options
  let waiting: Waiting<Request, Answer>[] = []
  let inFlight = 0

  const settle = async (batch: readonly Waiting<Request, Answer>[]): Promise<void> => {
    try {
      const answers = await answerBatch(batch.map((item) => item.request))
      if (answers.length !== batch.length)
        throw new Error(`${batch.length} requests got ${answers.length} answers`)
      answers.forEach((answer, index) => batch[index]?.resolve(answer))
    } catch (error) {
      await settleFailure(batch, error)
    }
  }
  const settleFailure = async (batch: readonly Waiting<Request, Answer>[], error: unknown): Promise<void> => {
    const alone = batch.length > 1 && !(error instanceof DatabaseUnavailable)
    if (alone) await Promise.all(batch.map((item) => settle([item])))
    else for (const item of batch) item.reject(error)
  }
  const next = (): void => {
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
      waiting.push({ request, resolve, reject })
      if (waiting.length === 1 || waiting.length === spread) setImmediate(next)
    })
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
  waiting: readonly Waiting<Request, Answer>[],
  most: number,
  key: CoalesceOptions<Request>['key'],
): { batch: Waiting<Request, Answer>[]; rest: Waiting<Request, Answer>[] } {
  if (!key) return { batch: waiting.slice(0, most), rest: waiting.slice(most) }
  const batch: Waiting<Request, Answer>[] = []
  const rest: Waiting<Request, Answer>[] = []
  const taken = new Set<string>()
  for (const item of waiting) {
    const itemKey = key(item.request)
    const goes = batch.length < most && !taken.has(itemKey)
    if (goes) taken.add(itemKey)
    ;(goes ? batch : rest).push(item)
  }
  return { batch, rest }
}
