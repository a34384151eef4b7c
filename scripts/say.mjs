// The messages of the launcher. They go to standard error, so that the output of a command is not mixed with them.

/** A failure that the reader can correct. The message says what happened and what to do. */
export class Trouble extends Error {
  /** @param {string} message @param {string} [detail] the output of a tool, shown above the message */
  constructor(message, detail) {
    super(message)
    this.detail = detail
  }
}

/** Prints one line of progress. */
export function say(line) {
  process.stderr.write(`portico: ${line}\n`)
}

/** Seconds since `start` (from `performance.now()`), in the form for people. */
export function secondsSince(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`
}

/** Prints a failure. Only an unexpected one has a stack trace. */
export function sayTrouble(error) {
  if (!(error instanceof Trouble)) {
    process.stderr.write(`${error?.stack ?? error}\n`)
    say('this is a fault in the launcher (scripts/); please report it with the lines above.')
    return
  }
  if (error.detail) process.stderr.write(`${error.detail.trimEnd()}\n`)
  say(error.message)
}
