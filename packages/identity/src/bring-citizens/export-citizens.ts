import { appendEvent } from '../audit/index.ts'
import { openHash } from '../foreign-passwords/index.ts'
import { howFar } from '../platform/how-far.ts'
import { whyNoNewFile, writeNewFile } from '../platform/new-file.ts'
import { booleanSchema, objectSchema, oneWordOf, type Schema, textSchema } from '../platform/operation.ts'
import { estimateRows } from '../platform/postgres/row-estimates.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { FIRST_UUID } from '../platform/uuid.ts'
import type { RecordsNeeds } from './bring-records.ts'
import { type ListedCitizen, listCitizensAfter } from './import-store.ts'

/** The database, the secret key, who exports, and whom it tells how far it is. */
export interface ExportNeeds extends RecordsNeeds {
  progress(line: string): void
}

/** Where the citizens are written, and whether with the hashes of their passwords. */
export interface ExportOrder {
  readonly file: string
  readonly withHashes: boolean
}

/** So many are read at a time. */
const PAGE = 1_000

/** Progress is said after so many. */
export const CITIZENS_A_WORD = 20_000

/**
 * Writes every citizen whose account is not closed as a line that an import reads. The event is there before the first of them. The file is
 * new, and its owner's alone. Returns how many there are; undefined where the operator stopped it.
 */
export async function exportCitizens(
  needs: ExportNeeds,
  { file, withHashes }: ExportOrder,
): Promise<Result<number | undefined, string>> {
  let written = 0
  const details = { with_hashes: withHashes }
  const lines = async function* (): AsyncGenerator<string> {
    await appendEvent(needs, { name: 'citizens-exported', origin: needs.by, details })
    // Closed accounts are counted, too, and few.
    const whole = await estimateRows(needs.db, 'citizens')
    for await (const citizen of everyCitizen(needs)) {
      written += 1
      if (written % CITIZENS_A_WORD === 0)
        needs.progress(`${written}${howFar(written, whole, 'about')} citizens written`)
      yield `${JSON.stringify(recordOf(citizen, withHashes ? openHash(needs.keyring, citizen) : undefined))}\n`
    }
  }
  if (!(await writeNewFile(file, lines()))) return refused(await whyNoNewFile(file))
  return accepted(needs.stopped.aborted ? undefined : written)
}

async function* everyCitizen({ db, stopped }: ExportNeeds): AsyncGenerator<ListedCitizen> {
  let page = await listCitizensAfter(db, FIRST_UUID, PAGE)
  while (page.length > 0 && !stopped.aborted) {
    yield* page
    page = await listCitizensAfter(db, page.at(-1)?.citizenId ?? FIRST_UUID, PAGE)
  }
}

const UNIX: Schema = { type: 'integer', description: 'Whole seconds since 1970-01-01T00:00:00Z.' }

function recordOf(citizen: ListedCitizen, hash: string | undefined) {
  const { subject, email, emailVerified, fullName, phoneNumber, language, standing, createdAt } = citizen
  return {
    ...{ subject, email, email_verified: emailVerified, name: fullName },
    ...(phoneNumber !== '' && { phone_number: phoneNumber }),
    ...(language !== '' && { language }),
    ...{ standing, created_at: createdAt },
    ...suspensionOf(citizen),
    ...(hash !== undefined && hash !== '' && { password_hash: hash }),
  }
}

/** One line of the file. */
export const EXPORTED_CITIZEN = objectSchema(
  'ExportedCitizen',
  {
    subject: textSchema('The subject that programs know.'),
    email: textSchema('The address.'),
    email_verified: booleanSchema('Whether the citizen has proved to read its mail.'),
    name: textSchema('The full name.'),
    phone_number: textSchema('The number, where there is one.'),
    language: textSchema('The tag of the language, where one was chosen.'),
    standing: oneWordOf<'active' | 'suspended'>({ active: '', suspended: '' }),
    created_at: UNIX,
    suspended_since: UNIX,
    suspended_until: UNIX,
    suspension_cause: textSchema('One of the causes of `portico citizen suspend`.'),
    password_hash: textSchema('With `--with-hashes`, where there is a password.'),
  },
  ['phone_number', 'language', 'suspended_since', 'suspended_until', 'suspension_cause', 'password_hash'],
)

/** Nothing where the account is not suspended, or where nothing is known of it. */
function suspensionOf({ suspendedSince, suspendedUntil, suspensionCause }: ListedCitizen) {
  if (suspendedSince === null) return {}
  const until = suspendedUntil === null ? {} : { suspended_until: suspendedUntil }
  return { suspended_since: suspendedSince, ...until, suspension_cause: suspensionCause }
}
