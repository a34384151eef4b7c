import { openHashingProcess } from './open-hashing-process.ts'

// A parent that hashes without an end. It tells the id of its process that hashes.
const quiet = () => undefined
const hashing = openHashingProcess({ log: { info: quiet, warn: quiet, error: quiet }, places: 1 })
await hashing.hash('seven green horses')
process.stdout.write(`${hashing.pid()}\n`)
for (;;) await hashing.hash('seven green horses')
