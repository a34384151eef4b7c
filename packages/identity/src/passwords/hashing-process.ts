import { argon2InThreads } from './argon2.ts'
import { serveHashing } from './serve-hashing.ts'

// The process that hashes.
serveHashing(argon2InThreads)
