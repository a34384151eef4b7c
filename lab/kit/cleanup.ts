/** What has to be ended at the end, the last begun first. */
export interface Cleanup {
  /** What is added when the end has begun is ended at once. */
  add(action: () => unknown): void
  /** Ends everything, whatever fails on the way; a second call waits for the first. */
  run(): Promise<void>
}

/** Starts an empty list. */
export function createCleanup(): Cleanup {
  const actions: (() => unknown)[] = []
  let running: Promise<void> | undefined
  const runAll = async () => {
    for (let action = actions.pop(); action; action = actions.pop()) await quietly(action)
  }
  return {
    add: (action) => void (running ? quietly(action) : actions.push(action)),
    run: () => (running ??= runAll()),
  }
}

async function quietly(action: () => unknown): Promise<void> {
  try {
    await action()
  } catch (error) {
    process.stderr.write(`While ending: ${error instanceof Error ? error.message : String(error)}\n`)
  }
}
