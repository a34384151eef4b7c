import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { IDENTITY } from '../../plan.ts'
import { buildingPicture, speedPicture, speedsIn } from './lib/front-pictures.ts'
import { fileAt, report } from './lib/source-files.ts'

/** Checks that the drawings of README show the plan and the table of speeds in docs/performance.md. `--write` draws them. */
const DRAWINGS = {
  'docs/pictures/building.svg': buildingPicture(IDENTITY.rooms),
  'docs/pictures/speed.svg': speedPicture(speedsIn(fileAt('docs/performance.md').text)),
}

for (const [path, drawing] of Object.entries(DRAWINGS)) {
  const file = fileURLToPath(new URL(`../../${path}`, import.meta.url))
  if (process.argv.includes('--write')) {
    mkdirSync(fileURLToPath(new URL('../../docs/pictures/', import.meta.url)), { recursive: true })
    writeFileSync(file, drawing)
  } else
    report(
      `${path} does not show what the code has`,
      existsSync(file) && fileAt(path).text === drawing ? [] : ['run: npm run docs:write'],
    )
}
