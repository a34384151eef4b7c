import { createHash, pbkdf2Sync } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { hashSync } from '@node-rs/argon2'
import { citizenName } from './citizen-names.ts'

/** How many passwords all citizens of the other system share: each hash is made once. */
const PASSWORDS = 20

/** Every so many citizens. */
const EVERY = { unverified: 97, withoutPassword: 89, suspended: 499 } as const

const YEAR_MILLISECONDS = 365 * 86_400_000
const FIRST_YEAR = Date.UTC(2016, 0, 1)

/** A citizen of the other system, as its export has one. */
export interface BroughtCitizen {
  readonly email: string
  readonly password: string
  readonly subject: string
  /** Whether this citizen can sign in and enter programs at once. */
  readonly isUsual: boolean
  readonly language: string
}

/** The citizen of this number, always the same. */
export function broughtCitizen(number: number): BroughtCitizen {
  return {
    email: `citizen.${number}@example.test`,
    password: `old brass kettle ${number % PASSWORDS}`,
    subject: subjectOf(number),
    isUsual: Object.values(EVERY).every((every) => number % every !== every - 1),
    language: citizenName(number).language,
  }
}

/** The address of the first citizen with one thing that most do not have. */
export function unusualCitizen(what: 'unverified' | 'withoutPassword'): string {
  return broughtCitizen(EVERY[what] - 1).email
}

/** Writes the export of the other system: one citizen a line, those with numbers from `from` up to and without `to`. */
export async function writeExport(file: string, { from, to }: { from: number; to: number }): Promise<void> {
  const hashes = Array.from({ length: PASSWORDS }, (_, number) => foreignHash(number))
  const out = createWriteStream(file, { mode: 0o600 })
  for (let number = from; number < to; number += 1) {
    const line = `${JSON.stringify(lineOf(number, hashes[number % PASSWORDS] ?? ''))}\n`
    if (!out.write(line)) await once(out, 'drain')
  }
  out.end()
  await once(out, 'finish')
}

function lineOf(number: number, passwordHash: string) {
  const { email, subject } = broughtCitizen(number)
  const { fullName, language } = citizenName(number)
  const is = (what: keyof typeof EVERY) => number % EVERY[what] === EVERY[what] - 1
  return {
    ...{ subject, email, name: fullName, language, email_verified: !is('unverified') },
    created_at: new Date(FIRST_YEAR + ((number * 7_919) % 3_650) * (YEAR_MILLISECONDS / 365)).toISOString(),
    ...(number % 3 === 0 && { phone_number: `+34 600 ${String(number % 1_000_000).padStart(6, '0')}` }),
    ...(!is('withoutPassword') && { password_hash: passwordHash }),
    ...(is('suspended') && { standing: 'suspended', suspension_cause: 'asked-for' }),
  }
}

/** The other system has changed its way of hashing over the years. All are cheap: thousands are compared within minutes. */
function foreignHash(number: number): string {
  const password = `old brass kettle ${number}`
  if (number % 4 === 0) {
    const salted = pbkdf2Sync(password, 'seasalt', 1_000, 32, 'sha256').toString('base64')
    return `pbkdf2_sha256$1000$seasalt$${salted}`
  }
  if (number % 4 === 1) {
    const salt = Buffer.from(`salt${number}`)
    const digest = createHash('sha512').update(password).update(salt).digest()
    return `{SSHA512}${Buffer.concat([digest, salt]).toString('base64')}`
  }
  return hashSync(password, { memoryCost: 64, timeCost: 1, parallelism: 1 })
}

/** A UUID of version 4 that the number alone says. */
function subjectOf(number: number): string {
  const hex = createHash('sha256').update(`subject ${number}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
