import { proofsText } from './checks/lib/proofs.ts'
import { readProofs } from './checks/lib/read-proofs.ts'

/** `npm run proofs -- [WORD...]`: prints the tests of every requirement, or of those whose id has one of the words. */
const { requirements, tests } = readProofs()
const words = process.argv.slice(2)
const chosen = requirements.filter(({ id }) => words.length === 0 || words.some((word) => id.includes(word)))
process.stdout.write(proofsText(chosen, tests))
if (chosen.length === 0)
  process.stderr.write(`portico: no requirement of docs/requirements has ${words.join(' or ')} in its id\n`)
process.exitCode = chosen.length === 0 ? 1 : 0
