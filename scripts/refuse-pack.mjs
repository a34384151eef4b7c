// Runs before a package is packed from its sources. Such a package would contain TypeScript that no program can load.
import { sayTrouble, Trouble } from './say.mjs'

sayTrouble(
  new Trouble(
    'This is the source of the package. What is published is built: npm run build, then npm pack or npm publish with a folder of dist/npm, such as ./dist/npm/program.',
  ),
)
process.exitCode = 1
