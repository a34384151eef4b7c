// Preloaded into a process: its wall clock is ahead (or, with a negative number, behind) by the milliseconds in a file, which is read again
// at each SIGUSR2. Monotonic time does not change, as when an operator sets a machine's clock.
import { readFileSync, writeFileSync } from 'node:fs'

const file = process.env.LAB_CLOCK_FILE ?? ''
const now = Date.now.bind(Date)
let ahead = 0
const read = () => {
  ahead = Number(readFileSync(file, 'utf8'))
  // Acknowledges the new time.
  writeFileSync(`${file}.${process.pid}`, String(ahead))
}
// Who has acknowledged a time may be signalled: without this, SIGUSR2 would end the process.
process.on('SIGUSR2', read)
read()

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
