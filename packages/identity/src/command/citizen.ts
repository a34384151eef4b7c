import { recordRead } from '../audit-log/index.ts'
import {
  type ChangeCitizen,
  type Citizen,
  closeCitizen,
  findForOperator,
  type OperatorRefusal,
  reinstateCitizen,
  requireVerification,
  signOutCitizen,
  suspendCitizen,
} from '../citizens/index.ts'
import { forgiveCitizen } from '../guesses/index.ts'
import { type OpenDatabase, openKeyring } from '../open-database.ts'
import { eraseCitizen, forgiveInRooms } from '../rooms.ts'
import { openSigner, UnreadableSigningKey } from '../signing-keys/index.ts'
import { type Call, type Command, CommandRefused, text } from './command.ts'
import { facts, isoTime, plainTime } from './present.ts'

/** The operand that names a citizen. */
export const WHO = 'EMAIL_OR_SUBJECT'

/** The option that every change of a citizen has. */
export const REASON = text('TEXT', 'The reason, for the audit', 'required')

/** What an operator reads about a refused change. */
export const REFUSALS: Readonly<Record<OperatorRefusal, string>> = {
  'unknown-citizen': 'There is no citizen with this address or subject.',
  'account-closed': 'This account is closed for good and cannot be changed.',
  'bad-reason': 'The reason must be one line of 1 to 500 characters.',
}

/** Shows the stored data of a citizen. */
export const citizenShow: Command = {
  words: 'citizen show',
  summary: 'Show what is known about a citizen',
  operands: [WHO],
  options: {},
  async run({ given, openDatabase }) {
    const database = await openDatabase()
    const citizen = await requireCitizen(database, given.operand(WHO))
    await recordRead(database, { command: 'citizen show', citizenId: citizen.citizenId })
    return { json: citizenJson(citizen), lines: citizenLines(citizen) }
  },
}

/** Suspends a citizen. */
export const citizenSuspend = changing({
  verb: 'suspend',
  summary: 'Suspend a citizen; every session and token ends at once',
  useCase: suspendCitizen,
  done: 'is suspended; every session and token has ended',
  already: 'was suspended already',
})

/** Reinstates a suspended citizen. */
export const citizenReinstate = changing({
  verb: 'reinstate',
  summary: 'Let a suspended citizen sign in again',
  useCase: reinstateCitizen,
  done: 'may sign in again',
  already: 'was not suspended',
})

/** Makes a citizen verify the address again. */
export const citizenRequireVerification = changing({
  verb: 'require-verification',
  summary: 'Make a citizen verify the address again before entering any program',
  useCase: requireVerification,
  done: 'must verify the address again; every session and token has ended',
  already: 'had to verify the address already',
})

/** Ends all access of a citizen. */
export const citizenSignOut = changing({
  verb: 'sign-out',
  summary: 'End every session and token of a citizen, who may sign in again',
  useCase: signOutCitizen,
  done: 'is signed out everywhere',
  already: 'was signed out already',
})

/** Lets browsers that the account does not know try again, after wrong passwords in a row. */
export const citizenForgiveFailures = changing({
  verb: 'forgive-failures',
  summary: 'Delete the wrong passwords in a row of a citizen, so that new browsers may sign in again',
  useCase: (needs, request) => forgiveCitizen({ ...needs, forgive: forgiveInRooms }, request),
  done: 'may sign in with a new browser again',
  already: 'had no wrong passwords in a row',
})

/** Closes an account. */
export const citizenClose = changing({
  verb: 'close',
  summary: 'Close an account for good: all access ends, personal data are erased, the address is free',
  useCase: (needs, request) => closeCitizen({ ...needs, erase: eraseCitizen }, request),
  done: 'is closed: all access has ended, the personal data are erased, the address is free',
  already: 'was closed already',
})

/** Finds a citizen. Throws CommandRefused where there is none. */
export async function requireCitizen(database: OpenDatabase, emailOrSubject: string): Promise<Citizen> {
  const citizen = await findForOperator(database.db, emailOrSubject)
  if (!citizen) throw new CommandRefused(REFUSALS['unknown-citizen'])
  return citizen
}

/** What an operator's order needs, which writes letters. Throws CommandRefused where the service could not open the letter. */
export async function letterNeeds(database: OpenDatabase, { config }: Pick<Call, 'config'>) {
  const settings = config()
  const { baseUrl, serviceName, addressChangeWaitDays } = settings
  const needs = { ...database, keyring: await openKeyring(settings, database) }
  await openSigner(needs).catch(refuseKey)
  return { ...needs, baseUrl, serviceName, addressChangeWaitDays }
}

function refuseKey(error: unknown): never {
  if (!(error instanceof UnreadableSigningKey)) throw error
  throw new CommandRefused(
    'Nothing was changed, because this is not the secret key of the service, which could not open the letter to the citizen: set PORTICO_SECRET_KEY (or the secret-key file in PORTICO_DATA_DIR) as for the service.',
  )
}

/** A change of a citizen, and the words about it. */
export interface Change {
  readonly verb: string
  readonly summary: string
  readonly useCase: (
    database: OpenDatabase,
    request: Parameters<ChangeCitizen>[1],
    call: Pick<Call, 'config'>,
  ) => ReturnType<ChangeCitizen>
  readonly done: string
  readonly already: string
}

/** Makes the command of a change of a citizen. */
export function changing({ verb, summary, useCase, done, already }: Change): Command {
  return {
    words: `citizen ${verb}`,
    summary,
    operands: [WHO],
    options: { reason: REASON },
    async run({ given, config, openDatabase }) {
      const database = await openDatabase()
      const request = { emailOrSubject: given.operand(WHO), reason: given.text('reason') ?? '' }
      const changed = await useCase(database, request, { config })
      if (!changed.ok) throw new CommandRefused(REFUSALS[changed.refusal])
      const { citizen, outcome } = changed.value
      const after = await requireCitizen(database, citizen.subject)
      return {
        json: { ...citizenJson(after), changed: outcome === 'changed' },
        lines: [
          `Citizen ${citizen.subject} ${outcome === 'changed' ? done : `${already}; nothing changed`}.`,
        ],
      }
    },
  }
}

function citizenJson(citizen: Citizen) {
  return {
    subject: citizen.subject,
    email: citizen.email,
    email_verified: citizen.emailVerified,
    name: citizen.fullName,
    phone_number: citizen.phoneNumber,
    standing: citizen.standing,
    security_version: citizen.securityVersion,
    created_at: isoTime(citizen.createdAt),
  }
}

function citizenLines(citizen: Citizen): readonly string[] {
  const { standing } = citizen
  const person: readonly (readonly [string, string])[] =
    standing === 'closed'
      ? []
      : [
          ['E-mail', `${citizen.email} (${citizen.emailVerified ? 'verified' : 'not verified'})`],
          ['Name', citizen.fullName],
          ['Phone', citizen.phoneNumber || '-'],
        ]
  return facts([
    ['Subject', citizen.subject],
    ...person,
    ['Standing', standing],
    ['Security version', String(citizen.securityVersion)],
    ['Created', plainTime(citizen.createdAt)],
  ])
}
