import { fieldOf } from './error-fields.ts'

/** The most statements at once: PostgreSQL runs one while this process reads the result of the other. */
const MAX_IN_FLIGHT = 2

/** The most questions in one statement. */
const MAX_BATCH = 128

interface Waiting<Question, Answer> {
  readonly question: Question
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/**
 * Coalesces questions that wait at the same time into one statement. There is no timer: an idle program sends at once,
 * and a batch grows only while other statements run. Answers are not cached. Two questions with the same key do not
 * share a statement; the later one waits. If a statement fails because of its content, each question of the batch runs
 * alone, so that only the bad one fails.
 */
export function coalesce<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  keyOf?: (question: Question) => string,
): (question: Question) => Promise<Answer> {
  let waiting: Waiting<Question, Answer>[] = []
  let inFlight = 0

  const settle = async (batch: readonly Waiting<Question, Answer>[]): Promise<void> => {
    try {
      const answers = await ask(batch.map(({ question }) => question))
      if (answers.length !== batch.length)
        throw new Error(`${answers.length} answers for ${batch.length} questions`)
      for (const [index, answer] of answers.entries()) batch[index]?.resolve(answer)
    } catch (error) {
      const runsAlone = batch.length > 1 && isOfTheStatement(error)
      await Promise.all(batch.map((one) => (runsAlone ? settle([one]) : one.reject(error))))
    }
  }
  const next = (): void => {
    if (waiting.length === 0 || inFlight >= MAX_IN_FLIGHT) return
    const batch = batchOf(waiting, keyOf)
    waiting = waiting.filter((one) => !batch.has(one))
    inFlight += 1
    void settle([...batch]).finally(() => {
      inFlight -= 1
      next()
    })
    next()
  }
  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      if (waiting.length === 1) setImmediate(next)
    })
}

function batchOf<Question, Answer>(
  waiting: readonly Waiting<Question, Answer>[],
  keyOf: ((question: Question) => string) | undefined,
): ReadonlySet<Waiting<Question, Answer>> {
  if (!keyOf) return new Set(waiting.slice(0, MAX_BATCH))
  const firsts = new Map<string, Waiting<Question, Answer>>()
  for (const one of waiting) {
    const key = keyOf(one.question)
    if (firsts.size < MAX_BATCH && !firsts.has(key)) firsts.set(key, one)
  }
  return new Set(firsts.values())
}

/** SQLSTATE classes that are about the server or the connection, not about one question. */
const OF_THE_SERVER = /^(08|53|57|58|XX)/

function isOfTheStatement(error: unknown): boolean {
  // The code of a broken connection may look like a SQLSTATE: EPIPE.
  const isOfServer = fieldOf(error, 'severity') !== ''
  return isOfServer && !OF_THE_SERVER.test(fieldOf(error, 'code'))
}
