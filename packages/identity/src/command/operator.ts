import { recordRead } from '../audit-log/index.ts'
import {
  type AddedOperator,
  type AddOperatorRefusal,
  addOperator,
  ENTRY,
  type KeptOut,
  listEntering,
  ROLE_MEANS,
  ROLES,
  type Role,
  readRole,
  removeOperator,
} from '../operators/index.ts'
import { INSTANT, listOf, objectSchema, oneWordOf, textSchema } from '../platform/operation.ts'
import { HEADS } from '../room-heads.ts'
import { type ActCall, type Answer, CommandRefused, type LookCall, UsageFault } from './command.ts'
import { isoTime, plainTime, table } from './present.ts'
import { type Done, orTried, triedFirst } from './tried-first.ts'

const REFUSALS: Readonly<Record<AddOperatorRefusal, string>> = {
  'unknown-citizen':
    'There is no citizen with this address or subject: an operator registers first, as every citizen does.',
  'not-active': 'This account cannot sign in: it is suspended or closed, or its address is not verified.',
  'bad-name':
    'The name must be 1 to 100 letters, digits, spaces and a few signs, and begin with a letter or a digit.',
  'name-taken': 'Another operator has this name: in the audit nobody could tell them apart.',
}

const NAME_AND_ROLE = {
  name: textSchema('The name in the audit.'),
  role: { type: 'string', enum: ROLES },
} as const

/** An operator who was just added, or changed. */
export const ADDED_OPERATOR = objectSchema('AddedOperator', {
  subject: textSchema('The account.'),
  ...NAME_AND_ROLE,
  outcome: oneWordOf<AddedOperator['outcome']>({
    ...{ added: '', changed: '' },
    confirmed: 'all stays, with the keys that the account has now',
  }),
})

/** The operators. */
export const OPERATORS = listOf(
  objectSchema('Operator', {
    ...NAME_AND_ROLE,
    subject: textSchema('The account.'),
    email: textSchema('Its address.'),
    ...ENTRY,
    added_at: INSTANT,
  }),
)

/** Who may enter no more: an operator, or a machine. */
export const REMOVED = orTried(objectSchema('Removed', NAME_AND_ROLE))

/** What the list says of an operator who may not enter. */
const KEPT_OUT: Readonly<Record<KeptOut, string>> = {
  account: 'no: the account cannot sign in',
  'no-key': 'no: no passkey and no app',
  'new-key': 'no, until added again: every passkey and app is newer',
}

/** Makes a citizen an operator. */
export async function operatorAdd({ given, openDatabase }: ActCall): Promise<Answer> {
  const role = requireRole(given.text('role') ?? '')
  const request = { emailOrSubject: given.operand('CITIZEN'), name: given.text('name') ?? '', role }
  const added = await addOperator(await openDatabase(), request)
  if (!added.ok) throw new CommandRefused(REFUSALS[added.refusal])
  const { operator, subject, outcome } = added.value
  const said = {
    added: 'is an operator now',
    changed: 'was changed',
    confirmed: 'stays what it was, with the keys that the account has now',
  }[outcome]
  return {
    json: { subject, name: operator.name, role, outcome },
    lines: [`${operator.name} ${said}: ${role}, who ${ROLE_MEANS[role]}.`],
  }
}

/** Reads `--role`. Throws UsageFault. */
export function requireRole(name: string): Role {
  const role = readRole(name)
  if (role) return role
  throw new UsageFault(`--role must be one of ${ROLES.join(', ')}.`)
}

/** Lists operators. */
export async function operatorList({ words: command, openDatabase }: LookCall): Promise<Answer> {
  const database = await openDatabase()
  const operators = await listEntering(database, Object.values(HEADS))
  await recordRead(database, { command })
  return {
    json: operators.map(({ name, role, subject, email, keptOut, addedAt }) => ({
      ...{ name, role, subject, email, may_enter: keptOut === null, kept_out: keptOut },
      added_at: isoTime(addedAt),
    })),
    lines:
      operators.length === 0
        ? ['There are no operators: portico operator add makes one.']
        : table(
            ['NAME', 'ROLE', 'ADDRESS', 'SINCE', 'MAY ENTER'],
            operators.map(({ name, role, email, addedAt, keptOut }) => [
              ...[name, role, email, plainTime(addedAt), keptOut === null ? 'yes' : KEPT_OUT[keptOut]],
            ]),
          ),
  }
}

/** Removes an operator. */
export const operatorRemove = (call: ActCall): Promise<Answer> => triedFirst(call, remove)

async function remove({ given, openDatabase }: ActCall): Promise<Done> {
  const removed = await removeOperator(await openDatabase(), given.operand('WHO'))
  if (!removed.ok)
    throw new CommandRefused('No operator has this address, subject or name: portico operator list.')
  const { citizenId, name, role } = removed.value
  const answer = { json: { name, role }, lines: [`${name} is no operator any more.`] }
  return { answer, identity: `${citizenId} ${role}` }
}
