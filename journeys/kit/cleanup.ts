/** Actions at the end of a run. */
export type Cleanup = ReturnType<typeof createCleanup>

/** Collects actions, which run in reverse order. */
export function createCleanup() {
  const actions: (() => unknown)[] = []
  let running: Promise<void> | undefined
  const runAll = async () => {
    for (let action = actions.pop(); action; action = actions.pop()) await quietly(action)
  }
  return {
    /** Adds an action. Once the end has begun, it runs at once. */
    add: (action: () => unknown): void => void (running ? quietly(action) : actions.push(action)),
    /** Runs every action, whatever fails. A second call waits for the first. */
    run: (): Promise<void> => (running ??= runAll()),
  }
}

async function quietly(action: () => unknown): Promise<void> {
  try {
    await action()
  } catch (error) {
    process.stderr.write(`While ending: ${error instanceof Error ? error.message : String(error)}\n`)
  }
}
