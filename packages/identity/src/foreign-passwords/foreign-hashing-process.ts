import { serveHashing } from '../passwords/index.ts'
import { compareForeign } from './compare.ts'

// The process that compares passwords with hashes of other systems. It stores none: ours are made elsewhere.
serveHashing({ verify: compareForeign })
