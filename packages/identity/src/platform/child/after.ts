/** Calls back after so many milliseconds. Returns the function that forgets it. */
export type After = (milliseconds: number, call: () => void) => () => void

/** By the timers of Node. They keep no process running. */
export const systemAfter: After = (milliseconds, call) => {
  const timer = setTimeout(call, milliseconds)
  timer.unref()
  return () => clearTimeout(timer)
}
