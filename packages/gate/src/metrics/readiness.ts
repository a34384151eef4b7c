/** Whether a process should get requests. */
export interface Readiness {
  look(): Promise<{ readonly ready: boolean; readonly says: string }>
  /** The database is there from now on, as far as `answers` resolves. */
  begin(answers: () => Promise<unknown>): void
  /** The process is going to stop. */
  leave(): void
}

/** How long the database may take to answer. */
const PATIENCE_MS = 2_000

/**
 * Makes the readiness of one process. The identity service does not count: during an outage, the gate itself answers that
 * sessions cannot be checked.
 */
export function createReadiness(): Readiness {
  let isLeaving = false
  let database: (() => Promise<unknown>) | null = null
  return {
    begin: (answers) => void (database = answers),
    leave: () => void (isLeaving = true),
    async look() {
      if (isLeaving) return { ready: false, says: 'This process is stopping.' }
      if (!database) return { ready: false, says: 'This process is starting: it waits for its database.' }
      const ready = await inTime(database())
      return { ready, says: ready ? 'Ready.' : 'The database does not answer.' }
    },
  }
}

async function inTime(answer: Promise<unknown>): Promise<boolean> {
  const patience = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => patience.resolve(false), PATIENCE_MS)
  const answered = answer.then(
    () => true,
    () => false,
  )
  return Promise.race([answered, patience.promise]).finally(() => clearTimeout(timer))
}
