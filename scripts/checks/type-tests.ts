import { typeTestedExports } from '../house/public-api.ts'
import { report } from './lib/source-files.ts'

/**
 * Whatever a package exports is named by a type test: a file `*.test-d.ts`, which the compiler alone reads. So no type
 * of the public API changes unnoticed.
 */
report('An export that no type test names', typeTestedExports().found)
