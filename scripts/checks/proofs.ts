import { proofFaults, repeatedTitles } from './lib/proofs.ts'
import { readProofs } from './lib/read-proofs.ts'
import { report } from './lib/source-files.ts'

/**
 * Checks that every requirement in docs/requirements has a test with its id (`// proves: id`), and that every such id is one
 * of a requirement. `npm run proofs` prints the tests of each requirement.
 */
const { requirements, tests } = readProofs()

report('Requirements and the tests that prove them', proofFaults(requirements, tests))
report('Two tests of one file with the same title', repeatedTitles(tests))
