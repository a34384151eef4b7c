import { ANY_TABLE, type Exception, type Plan } from '../../../plan.ts'
import type { StandIns } from './possible-texts.ts'
import type { SourceFile } from './source-files.ts'
import { type ReadStatements, readStatements, type Statement } from './statements.ts'
import { tablesUsed } from './tables-used.ts'

/** The result of the comparison of a package's SQL with its plan. */
export interface JudgedRooms {
  /** What the check refuses. */
  readonly faults: readonly string[]
  /** Rooms that read or write tables of others although the rooms of the plan do not allow it; with the exceptions. */
  readonly roomsAgainstPlan: readonly string[]
  /** Each place in the sources. */
  readonly reaches: readonly string[]
  /** Locks on rows of another room. The plan allows them if it allows to read the table. */
  readonly locks: readonly string[]
  readonly statements: readonly Statement[]
}

/** One room with one table of another. */
interface Reach {
  readonly room: string
  readonly table: string
  readonly use: 'reads' | 'writes'
  readonly at: string
}

/** Reads the SQL of a package. Texts of its schema are statements that its sources may contain without sending them. */
export function readPlanned(
  plan: Plan,
  files: readonly SourceFile[],
  schema: readonly string[],
): ReadStatements {
  const standInFor: StandIns = (file, name) =>
    plan.standIns[within(plan, file)]?.[name] ?? plan.standIns['*']?.[name]
  const { statements, unread, literals } = readStatements(files, standInFor)
  return {
    statements,
    literals,
    unread: unread.filter(({ text }) => text === undefined || !schema.includes(text)),
  }
}

/** Compares the SQL of a package with its plan. */
export function judgeRooms(
  plan: Plan,
  { statements, unread }: ReadStatements,
  schema: readonly string[],
): JudgedRooms {
  const reaches = statements.flatMap((statement) => reachesOf(plan, statement))
  const isListed = ({ room, use, table }: Reach) =>
    plan.exceptions.some((one) => one.room === room && one[use]?.includes(table))
  return {
    faults: [
      ...tableFaults(plan, statements, schema),
      ...unreadFaults(plan, unread),
      ...reaches.filter((reach) => !isListed(reach)).map((reach) => textOf(plan, reach)),
      ...plan.exceptions.flatMap((one) => idleEntries(one, reaches)),
      ...(plan.exceptions.length > 2 ? [`${plan.exceptions.length} exceptions; two at most`] : []),
    ],
    roomsAgainstPlan: [...new Set(reaches.map(({ room }) => room))].sort(),
    reaches: reaches.map((reach) => textOf(plan, reach)),
    locks: statements.flatMap((statement) => locksOf(plan, statement)),
    statements,
  }
}

function reachesOf(plan: Plan, { file, line, uses }: Statement): readonly Reach[] {
  const room = roomOf(plan, file)
  const below = roomsBelow(plan.rooms, room)
  return uses.flatMap(({ table, use }) => {
    const owner = ownerOf(plan, table)
    if (isAny(table) || owner === room) return []
    const isRead = use === 'reads' || use === 'locks'
    if (isRead && owner !== undefined && below.has(owner)) return []
    return [{ room, table, use: isRead ? 'reads' : 'writes', at: `${file}:${line}` }]
  })
}

function textOf(plan: Plan, { at, use, table }: Reach): string {
  return `${at} ${use} ${table} of ${ownerOf(plan, table) ?? 'no room'}`
}

function locksOf(plan: Plan, { file, line, uses }: Statement): readonly string[] {
  const room = roomOf(plan, file)
  return uses
    .filter(({ table, use }) => use === 'locks' && !isAny(table) && ownerOf(plan, table) !== room)
    .map(({ table, lock }) => `${file}:${line} locks ${table} of ${ownerOf(plan, table)} (${lock})`)
}

/** Every table belongs to one room, and that room writes it. */
function tableFaults(plan: Plan, statements: readonly Statement[], schema: readonly string[]): string[] {
  const owned = Object.entries(plan.rooms).flatMap(([room, { tables = [] }]) =>
    tables.map((table) => ({ room, table })),
  )
  const shaped = [...schema.flatMap(tablesUsed), ...statements.flatMap(({ uses }) => uses)]
    .filter(({ use, table }) => use === 'shapes' && !isAny(table))
    .map(({ table }) => table)
  const writes = ({ room, table }: { room: string; table: string }) =>
    statements.some(
      ({ file, uses }) =>
        roomOf(plan, file) === room && uses.some((one) => one.use === 'writes' && one.table === table),
    )
  return [
    ...[...new Set(shaped)]
      .filter((table) => ownerOf(plan, table) === undefined)
      .map((table) => `${table} is in no room of the plan`),
    ...owned
      .filter(({ table }) => !shaped.includes(table))
      .map(({ table }) => `${table} is in the plan, not in the schema`),
    ...owned
      .filter(({ table }, index) => owned.findIndex((other) => other.table === table) !== index)
      .map(({ table }) => `${table} is in two rooms of the plan`),
    ...owned.filter((one) => !writes(one)).map(({ room, table }) => `${table} has no writer in ${room}`),
  ]
}

/** A file may pass on as many texts as the plan says. The check must be able to read every other text. */
function unreadFaults(plan: Plan, unread: ReadStatements['unread']): string[] {
  const passing = Object.entries(plan.passesOn).flatMap(([file, wanted]) => {
    const found = unread.filter((one) => within(plan, one.file) === file).length
    return found === wanted ? [] : [`${file} passes on SQL in ${found} places, and ${wanted} are in the plan`]
  })
  const others = unread.filter(({ file }) => plan.passesOn[within(plan, file)] === undefined)
  return [...passing, ...others.map(({ file, line, why }) => `${file}:${line} cannot be read: ${why}`)]
}

function idleEntries({ room, reads = [], writes = [] }: Exception, reaches: readonly Reach[]): string[] {
  const entries = [
    ...reads.map((table) => ({ table, use: 'reads' as const })),
    ...writes.map((table) => ({ table, use: 'writes' as const })),
  ]
  return entries
    .filter(({ table, use }) =>
      reaches.every((reach) => reach.room !== room || reach.table !== table || reach.use !== use),
    )
    .map(({ table, use }) => `the exception that ${room} ${use} ${table} is not needed any more`)
}

/** The rooms below a room, those below them, and the platform. */
export function roomsBelow(rooms: Plan['rooms'], room: string): ReadonlySet<string> {
  const below = new Set(rooms[room]?.looksDownOn)
  for (const one of below) for (const next of rooms[one]?.looksDownOn ?? []) below.add(next)
  return room === 'platform' ? below : below.add('platform')
}

/** Also if it is a part of a name. */
function isAny(table: string): boolean {
  return table.includes(ANY_TABLE)
}

function ownerOf(plan: Plan, table: string): string | undefined {
  return Object.entries(plan.rooms).find(([, { tables }]) => tables?.includes(table))?.[0]
}

function within({ src }: Plan, file: string): string {
  return file.slice(src.length + 1)
}

/** A file outside every room counts under its own name. */
function roomOf(plan: Plan, file: string): string {
  return within(plan, file).split('/')[0] ?? file
}
