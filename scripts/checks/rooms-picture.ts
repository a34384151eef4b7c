import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { GATE, IDENTITY, PROGRAM } from '../../plan.ts'
import { roomsPicture, withPart } from './lib/rooms-picture.ts'
import { fileAt, report } from './lib/source-files.ts'

/** Checks that the pictures of the rooms in the docs show the plan. `--write` writes them. */
const PAGE = 'docs/architecture.md'

const { text } = fileAt(PAGE)
const identity = withPart(text, 'rooms of the identity service', roomsPicture(IDENTITY.rooms))
const program = withPart(identity, 'rooms of the program package', roomsPicture(PROGRAM.rooms))
const page = withPart(program, 'rooms of the gate', roomsPicture(GATE.rooms))
if (process.argv.includes('--write'))
  writeFileSync(fileURLToPath(new URL(`../../${PAGE}`, import.meta.url)), page)
else report(`${PAGE} does not show the rooms of plan.ts`, text === page ? [] : ['run: npm run docs:write'])
