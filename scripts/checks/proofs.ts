import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { proofFaults, proofsPage, repeatedTitles } from './lib/proofs.ts'
import { requirementsOf } from './lib/requirements.ts'
import { fileAt, filesBelow, report } from './lib/source-files.ts'
import { readTestFile } from './lib/tagged-tests.ts'

/**
 * Checks that every requirement in docs/requirements has a test with its id (`// proves: id`), and that every such id is one
 * of a requirement. `--write` writes the page that says which tests prove each requirement.
 */
const FOLDER = 'docs/requirements'
const PAGE = `${FOLDER}/proofs.md`

const requirements = filesBelow([FOLDER], (path) => path.endsWith('.md') && path !== PAGE).flatMap(
  requirementsOf,
)
const tests = filesBelow(['packages', 'journeys', 'examples', 'docs', 'lab', 'scripts'], (path) =>
  path.endsWith('.test.ts'),
).map(readTestFile)

report('Requirements and the tests that prove them', proofFaults(requirements, tests))
report('Two tests of one file with the same title', repeatedTitles(tests))

const page = proofsPage(requirements, tests, PAGE)
if (process.argv.includes('--write'))
  writeFileSync(fileURLToPath(new URL(`../../${PAGE}`, import.meta.url)), page)
else
  report(
    `${PAGE} is not what the lists and the tests say`,
    fileAt(PAGE).text === page ? [] : ['run: node scripts/checks/proofs.ts --write'],
  )
