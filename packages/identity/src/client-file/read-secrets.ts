import { resolve as resolvePath } from 'node:path'
import { isWeakSecret, saySecretFault } from '../clients/index.ts'
import { type UnixSeconds, unixSeconds } from '../platform/clock.ts'
import { isoInstant } from '../platform/own-data.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { Secret } from '../platform/secret.ts'
import { readSecretFile } from '../platform/secret-file.ts'
import type { SecretFields } from './client-file.ts'
import type { Fault } from './document.ts'
import type { At } from './shape.ts'
import type { WantedSecret } from './wanted.ts'

/** Where secrets are, and where a fault is told. */
export interface ReadSecretNeeds {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The path of a file that is named beside another one. */
  readonly resolve: (file: string) => string
  readonly fault: (fault: Fault) => void
}

/** Makes the reader of the secrets of one file. No sentence of it repeats a secret, nor the name under which one may stand by mistake. */
export function readSecrets(
  needs: ReadSecretNeeds,
): (label: string, given: At<Partial<SecretFields>>) => WantedSecret | undefined {
  const known = new Set<string>()
  return (label, { at, value: given }) => {
    const until = untilOf(given, needs)
    const read = valueOf(given, at, needs)
    if (!read.ok) {
      needs.fault(read.refusal)
      return undefined
    }
    const { place, secret } = read.value
    if (isWeakSecret(secret)) needs.fault({ at: place, says: saySecretFault('weak-secret') })
    else if (known.has(secret.reveal()))
      needs.fault({ at: place, says: 'The same secret is handed in twice: each has to be another one.' })
    known.add(secret.reveal())
    return { label, at: place, value: secret, until }
  }
}

/** The names of Portico's own settings, some of which are secrets: a program that had one could open what it protects. */
const OWN = /^PORTICO_/i

const OWN_SAYS = 'This is a setting of Portico itself: a program needs a secret of its own.'

/** Whether a file is one that a setting of Portico names. */
function isOwnFile(path: string, { environment }: ReadSecretNeeds): boolean {
  return Object.entries(environment).some(
    ([name, value]) => OWN.test(name) && value !== undefined && resolvePath(value) === path,
  )
}

interface FoundSecret {
  readonly place: number
  readonly secret: Secret
}

function valueOf(
  { file, env }: Partial<SecretFields>,
  at: number,
  needs: ReadSecretNeeds,
): Result<FoundSecret, Fault> {
  if (file && !env) {
    const path = needs.resolve(file.value)
    if (isOwnFile(path, needs)) return refused({ at: file.at, says: OWN_SAYS })
    const read = readSecretFile(path)
    if (read.ok) return accepted({ place: file.at, secret: new Secret(read.value) })
    const { what, mend } = read.refusal
    return refused({ at: file.at, says: `The file that is named here ${what}: ${mend}.` })
  }
  if (env && !file) {
    if (OWN.test(env.value)) return refused({ at: env.at, says: OWN_SAYS })
    const value = needs.environment[env.value]?.trim()
    if (value) return accepted({ place: env.at, secret: new Secret(value) })
    return refused({ at: env.at, says: 'The variable that is named here is not set, or empty.' })
  }
  return refused({ at, says: 'Give either `file` or `env`: where the secret is.' })
}

function untilOf({ until }: Partial<SecretFields>, { fault }: ReadSecretNeeds): UnixSeconds | undefined {
  if (until === undefined) return undefined
  const milliseconds = Date.parse(until.value)
  const at = Number.isNaN(milliseconds) ? undefined : unixSeconds(milliseconds / 1000)
  // A day that its month has not would be one of the next month.
  if (at !== undefined && isoInstant(at).startsWith(until.value.slice(0, 10))) return at
  fault({ at: until.at, says: 'There is no such day or time.' })
  return undefined
}
