/** What has to be ended at the end, the last begun first. */
export interface Closings {
  /** What is added when the end has begun is ended at once. */
  add(closing: () => unknown): void
  /** Ends everything, whatever fails on the way; a second call waits for the first. */
  run(): Promise<void>
}

/** Starts an empty list. */
export function createClosings(): Closings {
  const closings: (() => unknown)[] = []
  let running: Promise<void> | undefined
  const runAll = async () => {
    for (let closing = closings.pop(); closing; closing = closings.pop()) await quietly(closing)
  }
  return {
    add: (closing) => void (running ? quietly(closing) : closings.push(closing)),
    run: () => (running ??= runAll()),
  }
}

async function quietly(closing: () => unknown): Promise<void> {
  try {
    await closing()
  } catch (error) {
    process.stderr.write(`While ending: ${error instanceof Error ? error.message : String(error)}\n`)
  }
}
