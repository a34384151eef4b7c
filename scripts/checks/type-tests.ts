import { typeTestedExports } from '../house/public-api.ts'
import { report } from './lib/source-files.ts'

/**
 * Checks that a type test names everything that a package exports. A type test is a file `*.test-d.ts`, which only the
 * compiler reads. So no type of the public API changes unnoticed.
 */
report('An export that no type test names', typeTestedExports().found)
