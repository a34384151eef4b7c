// Preloaded into a service process: the wall clock stands as many milliseconds ahead as the file says, read anew at each
// SIGUSR2. Monotonic time goes on undisturbed, as it does when an operator sets a machine's clock.
import { readFileSync, writeFileSync } from 'node:fs'

const file = process.env.SIEGE_CLOCK_FILE ?? ''
const now = Date.now.bind(Date)
let ahead = 0
const read = () => {
  ahead = Number(readFileSync(file, 'utf8'))
  // Says to whoever moved the clock that it was seen.
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
