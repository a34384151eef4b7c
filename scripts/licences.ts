import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { licenceFaults, licencePage } from './supply-chain/licences.ts'
import { listShipped, readLockfile } from './supply-chain/lockfile.ts'

/** `npm run licences`: writes docs/licences.md, and fails where a licence is unknown or not permissive. */
const shipped = listShipped(readLockfile())
writeFileSync(fileURLToPath(new URL('../docs/licences.md', import.meta.url)), licencePage(shipped))
const faults = licenceFaults(shipped)
process.stderr.write(`portico: docs/licences.md lists ${shipped.length} packages\n`)
for (const fault of faults) process.stderr.write(`portico: not permissive, or unknown: ${fault}\n`)
process.exitCode = faults.length === 0 ? 0 : 1
