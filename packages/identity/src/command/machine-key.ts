import { recordRead } from '../audit-log/index.ts'
import type { AddMachineKeyRefusal, MachineKey, MachineKeys } from '../moments/index.ts'
import { ROLE_MEANS, ROLES } from '../operators/index.ts'
import { EPOCH } from '../platform/clock.ts'
import {
  booleanSchema,
  instantSchema,
  listOf,
  objectSchema,
  orNull,
  textSchema,
} from '../platform/operation.ts'
import { databaseNow } from '../platform/postgres/database-clock.ts'
import { type ActCall, type Answer, CommandRefused, type LookCall } from './command.ts'
import { readUntil } from './durations.ts'
import { findMachineKeys } from './find-machine-keys.ts'
import { requireRole } from './operator.ts'
import { isoTime, plainTime, table } from './present.ts'
import { type Done, triedFirst } from './tried-first.ts'

const REFUSALS: Readonly<Record<AddMachineKeyRefusal, string>> = {
  'bad-name':
    'The name must be 1 to 60 small letters, digits, dots and hyphens, and begin with a letter or a digit.',
  'name-taken': 'Another key has this name: in the audit nobody could tell them apart.',
  'too-long': 'A key lasts at most 400 days: write an earlier end.',
  over: 'This end is over already.',
}

const NAME_AND_ROLE = {
  name: textSchema('Its name.'),
  role: { type: 'string', enum: ROLES },
  ends_at: instantSchema('When it ends.'),
} as const

/** A key that was just made. */
export const ADDED_KEY = objectSchema('AddedKey', {
  ...NAME_AND_ROLE,
  key: textSchema('The key, which is not shown again.'),
})

/** The keys. */
export const MACHINE_KEYS = listOf(
  objectSchema<ReturnType<typeof machineKeyJson>>('MachineKey', {
    ...NAME_AND_ROLE,
    added_by: textSchema('The operator who made it.'),
    added_at: instantSchema('When.'),
    is_over: booleanSchema('Whether it has ended.'),
    last_used_at: orNull(instantSchema('When it was last used, to the minute; null for never.')),
    last_used_from: orNull(
      textSchema(
        'The network that it was used from then: the groups that its addresses begin with, three of IPv4 (/24) or of IPv6 (/48).',
      ),
    ),
  }),
)

async function requireKeys(): Promise<MachineKeys> {
  const keys = await findMachineKeys()
  if (!keys) throw new CommandRefused('There are no keys of machines in this build.')
  return keys
}

/** Makes a key. The answer alone has it. */
export async function machineKeyAdd({ given, openDatabase }: ActCall): Promise<Answer> {
  const role = requireRole(given.text('role') ?? '')
  const until = given.text('until') ?? ''
  // What is no time is told before the reason is asked for.
  readUntil('--until', until, EPOCH)
  const database = await openDatabase()
  const endsAt = readUntil('--until', until, await databaseNow(database.db))
  const name = given.operand('NAME').trim()
  const added = await (await requireKeys()).add(database, { name, role, endsAt })
  if (!added.ok) throw new CommandRefused(REFUSALS[added.refusal], added.refusal)
  const shown = added.value.value.reveal()
  return {
    json: { name, role, ends_at: isoTime(endsAt), key: shown },
    lines: [
      `The key ${name}, which is not shown again: ${shown}`,
      `Whoever has it ${ROLE_MEANS[role]}, by /admin/v1/ of the console, until ${plainTime(endsAt)}.`,
    ],
  }
}

/** Lists keys. */
export async function machineKeyList({ words: command, openDatabase }: LookCall): Promise<Answer> {
  const database = await openDatabase()
  const keys = await (await requireKeys()).list(database)
  await recordRead(database, { command })
  return {
    json: keys.map(machineKeyJson),
    lines:
      keys.length === 0
        ? ['There are no keys of machines: portico operator key add makes one.']
        : table(['NAME', 'ROLE', 'ENDS', 'LAST USED', 'FROM NETWORK', 'ADDED BY', 'SINCE'], keys.map(rowOf)),
  }
}

function rowOf({ name, role, endsAt, isOver, lastUsedAt, lastUsedFrom, addedBy, addedAt }: MachineKey) {
  const ends = isOver ? `over since ${plainTime(endsAt)}` : plainTime(endsAt)
  return [
    name,
    role,
    ends,
    plainTime(lastUsedAt, 'never'),
    networkInWords(lastUsedFrom),
    addedBy,
    plainTime(addedAt),
  ]
}

/** A network is kept as the groups that its addresses begin with: three of IPv4, three of IPv6. */
function networkInWords(network: string | null): string {
  if (network === null) return '-'
  if (/^\d+\.\d+\.\d+$/.test(network)) return `${network}.0/24`
  return /^[\da-f]+:[\da-f]+:[\da-f]+$/.test(network) ? `${network}::/48` : network
}

function machineKeyJson({
  name,
  role,
  addedBy,
  addedAt,
  endsAt,
  lastUsedAt,
  lastUsedFrom,
  isOver,
}: MachineKey) {
  return {
    ...{
      name,
      role,
      added_by: addedBy,
      added_at: isoTime(addedAt),
      ends_at: isoTime(endsAt),
      is_over: isOver,
    },
    ...{ last_used_at: isoTime(lastUsedAt), last_used_from: lastUsedFrom },
  }
}

/** Removes a key. */
export const machineKeyRemove = (call: ActCall): Promise<Answer> => triedFirst(call, remove)

async function remove({ given, openDatabase }: ActCall): Promise<Done> {
  const removed = await (await requireKeys()).remove(await openDatabase(), given.operand('NAME'))
  if (!removed.ok) throw new CommandRefused('No key has this name: portico operator key list.', 'no-key')
  const { name, role } = removed.value
  const answer = { json: { name, role }, lines: [`The key ${name} opens nothing any more.`] }
  return { answer, identity: JSON.stringify(removed.value) }
}
