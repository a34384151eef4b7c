import { licenceFaults, licencePage } from '../supply-chain/licences.ts'
import { listShipped, lockfileFaults, readAllowedScripts, readLockfile } from '../supply-chain/lockfile.ts'
import { fileAt, report } from './lib/source-files.ts'

/** Checks that every package is pinned by a hash, runs no install script, and has a licence that permits to ship it. */
const lockfile = readLockfile()
const shipped = listShipped(lockfile)

report('package-lock.json', lockfileFaults(lockfile, readAllowedScripts()))
report('A licence that is unknown or not permissive', licenceFaults(shipped))
report(
  'docs/licences.md is out of date',
  fileAt('docs/licences.md').text === licencePage(shipped) ? [] : ['run: npm run licences'],
)
