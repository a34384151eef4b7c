// Preloaded into a service process: the wall clock is ahead by the milliseconds in a file, which is read again at each
// SIGUSR2. Monotonic time does not change, as when an operator sets a machine's clock.
import { readFileSync, writeFileSync } from 'node:fs'

const file = process.env.SIEGE_CLOCK_FILE ?? ''
const now = Date.now.bind(Date)
let ahead = 0
const read = () => {
  ahead = Number(readFileSync(file, 'utf8'))
  // Acknowledges the new time.
  writeFileSync(`${file}.${process.pid}`, String(ahead))
}
read()
process.on('SIGUSR2', read)

const SystemDate = Date
globalThis.Date = class extends SystemDate {
  constructor(...given) {
    if (given.length === 0) super(now() + ahead)
    else super(...given)
  }
  static now() {
    return now() + ahead
  }
}
