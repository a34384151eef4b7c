import { fileURLToPath } from 'node:url'
import { publishAll } from './release/publish.ts'
import { setVersions } from './release/versions.ts'
import { sayTrouble, Trouble } from './say.mjs'

/**
 * `npm run release -- version`: the next version, from the changesets. `npm run release -- publish [--dry-run] [FOLDER]`: what
 * `npm run build` has made, to npm.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const [command = '', ...rest] = process.argv.slice(2)
const [folder = `${root}dist/npm`] = rest.filter((word) => !word.startsWith('-'))
const unknown = rest.filter((word) => word.startsWith('-') && word !== '--dry-run')

try {
  if (unknown.length > 0) throw new Trouble(`${unknown.join(' ')} is not an option: there is only --dry-run.`)
  if (command === 'version') await setVersions(root)
  else if (command === 'publish')
    await publishAll({ root, folder, isDryRun: rest.includes('--dry-run'), env: process.env })
  else
    throw new Trouble(
      'Say what to do: npm run release -- version, or npm run release -- publish [--dry-run].',
    )
} catch (error) {
  sayTrouble(error)
  process.exitCode = 1
}
