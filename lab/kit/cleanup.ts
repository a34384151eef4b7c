/** Actions at the end of a run, in reverse order. */
export interface Cleanup {
  /** Adds an action. Once the end has begun, it runs at once. */
  add(action: () => unknown): void
  /** Runs every action, whatever fails. A second call waits for the first. */
  run(): Promise<void>
}

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
