import { licenceFaults, licencePage } from '../supply-chain/licences.ts'
import { listShipped, lockfileFaults, readAllowedScripts, readLockfile } from '../supply-chain/lockfile.ts'
import { fileAt, report } from './lib/source-files.ts'

/** What is installed is pinned by its hash and runs no script unasked; what is shipped is free to be shipped. */
const lockfile = readLockfile()
const shipped = listShipped(lockfile)

report('package-lock.json', lockfileFaults(lockfile, readAllowedScripts()))
report('A licence that is unknown or not permissive', licenceFaults(shipped))
report(
  'docs/licences.md is out of date',
  fileAt('docs/licences.md').text === licencePage(shipped) ? [] : ['run: npm run licences'],
)
