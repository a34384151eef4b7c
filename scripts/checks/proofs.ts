import { isWorldTest, WORLD_REQUIREMENTS } from '../world-tests.ts'
import { proofFaults, repeatedTitles } from './lib/proofs.ts'
import { readProofs } from './lib/read-proofs.ts'
import { report } from './lib/source-files.ts'

/**
 * Checks that every requirement in docs/requirements has a test with its id (`// proves: id`), and that every such id is one
 * of a requirement; and that `npm test` alone proves each, except for the few that are about another ecosystem. `npm run proofs`
 * prints the tests of each requirement.
 */
const { requirements, tests } = readProofs()

const world = { has: isWorldTest, requirements: WORLD_REQUIREMENTS }
report('Requirements and the tests that prove them', proofFaults(requirements, tests, world))
report('Two tests of one file with the same title', repeatedTitles(tests))
