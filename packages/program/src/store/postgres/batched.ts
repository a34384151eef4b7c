import { fieldOf } from './error-fields.ts'

/** Statements in flight at once: PostgreSQL runs one while this process reads the answers of the other. */
const IN_FLIGHT = 2

/** The most questions in one statement. */
const MAX_BATCH = 128

interface Waiting<Question, Answer> {
  readonly question: Question
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/**
 * Runs questions that wait at the same time in one statement. There is no timer: an idle program sends at once, and
 * statements grow only while others are in flight. Answers are not cached. Two questions with the same key never
 * share a statement; the later one waits. If a statement fails because of its content, each question runs alone, so a
 * bad one fails only itself.
 */
export function batched<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  keyOf?: (question: Question) => string,
): (question: Question) => Promise<Answer> {
  let waiting: Waiting<Question, Answer>[] = []
  let inFlight = 0

  const settle = async (batch: readonly Waiting<Question, Answer>[]): Promise<void> => {
    try {
      const answers = await ask(batch.map(({ question }) => question))
      if (answers.length !== batch.length)
        throw new Error(`${batch.length} questions got ${answers.length} answers`)
      for (const [index, answer] of answers.entries()) batch[index]?.resolve(answer)
    } catch (error) {
      const isWorthAsking = batch.length > 1 && isOfTheStatement(error)
      await Promise.all(batch.map((one) => (isWorthAsking ? settle([one]) : one.reject(error))))
    }
  }
  const next = (): void => {
    if (waiting.length === 0 || inFlight >= IN_FLIGHT) return
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

/** SQLSTATE classes about the server or the connection. They hold for every question. */
const OF_THE_SERVER = /^(08|53|57|58|XX)/

function isOfTheStatement(error: unknown): boolean {
  const code = fieldOf(error, 'code')
  return /^[0-9A-Z]{5}$/.test(code) && !OF_THE_SERVER.test(code)
}
