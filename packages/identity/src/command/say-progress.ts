import { howFar } from '../platform/how-far.ts'
import type { Terminal } from './command.ts'

const SAID_EVERY_MILLISECONDS = 1_000

/** Work on many values, and the time of a clock that does not go back. */
interface Work {
  readonly name: string
  readonly whole: number
  nowMilliseconds(): number
}

/** Says how many values were looked at, once a second at most: a batch takes less. */
export function sayProgress(
  terminal: Pick<Terminal, 'err'>,
  { name, whole, nowMilliseconds }: Work,
): (values: number) => void {
  let saidAt = nowMilliseconds()
  return (values) => {
    if (nowMilliseconds() - saidAt < SAID_EVERY_MILLISECONDS) return
    saidAt = nowMilliseconds()
    terminal.err(`${name}: ${values}${howFar(values, whole)}`)
  }
}
