// What the launcher says. Everything goes to standard error, so that a command's own output stays clean.

/** A failure that the reader can do something about: one sentence for what happened, one for what to do. */
export class Trouble extends Error {
  /** @param {string} message @param {string} [detail] what a tool printed, shown above the message */
  constructor(message, detail) {
    super(message)
    this.detail = detail
  }
}

/** Prints one line of progress. */
export function say(line) {
  process.stderr.write(`portico: ${line}\n`)
}

/** Seconds since `start` (from `performance.now()`), as people read them. */
export function secondsSince(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`
}

/** Prints what went wrong; the stack only for faults that nobody foresaw. */
export function sayTrouble(error) {
  if (!(error instanceof Trouble)) {
    process.stderr.write(`${error?.stack ?? error}\n`)
    say('this is a fault in the launcher (scripts/); please report it with the lines above.')
    return
  }
  if (error.detail) process.stderr.write(`${error.detail.trimEnd()}\n`)
  say(error.message)
}
