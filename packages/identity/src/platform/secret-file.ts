import { readFileSync, statSync } from 'node:fs'
import { accepted, type Result, refused } from './result.ts'

/** What is wrong with a file of one secret, and what to do. */
export interface SecretFileFault {
  readonly what: string
  readonly mend: string
}

/** A secret is a short line. A larger file is another one, named by mistake. */
const MOST_BYTES = 65_536

/** Reads a file that has one secret, on one line. No sentence repeats any of it. */
export function readSecretFile(path: string): Result<string, SecretFileFault> {
  const fault = (what: string, mend: string) => refused({ what, mend })
  try {
    const about = statSync(path)
    if (!about.isFile()) return fault('is not a regular file', 'name a file that has only the value')
    if (about.size > MOST_BYTES) return fault('is too large', 'name a file that has only the value')
    const value = readFileSync(path, 'utf8').trim()
    if (value === '') return fault('is empty', 'write the value into it')
    if (/[\r\n\0]/.test(value)) return fault('has several lines', 'write only the value into it, on one line')
    return accepted(value)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
    if (code === 'ENOENT') return fault('does not exist', 'make it, or correct the path')
    return fault(`cannot be read (${code})`, 'let the user that runs Portico read it')
  }
}
