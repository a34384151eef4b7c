import { globSync } from 'node:fs'
import type { Letter } from '../../../packages/identity/src/mail/index.ts'
import { LINK_KINDS, type LinkRules } from '../../../packages/identity/src/mailed-links/index.ts'
import type { Route } from '../../../packages/identity/src/platform/http/route.ts'
import { OWN_TABLES } from '../../../packages/identity/src/platform/postgres/own-tables.ts'
import type { Tables } from '../../../packages/identity/src/platform/postgres/table.ts'
import type { Events } from '../../../packages/identity/src/platform/room/event.ts'
import type { Limits } from '../../../packages/identity/src/platform/room/limit.ts'
import { HEADS } from '../../../packages/identity/src/room-heads.ts'
import { EVENTS, ROOMS } from '../../../packages/identity/src/rooms.ts'
import { IDENTITY } from '../../../plan.ts'
import { namesOf } from './page-tables.ts'
import { filesBelow } from './source-files.ts'

type ListOfRoom = (typeof ROOMS)[number]

/** What a page can tell of a route. */
export type ToldRoute = Pick<Route, 'method' | 'path' | 'asks' | 'audience'>

/** What a room brings, and what it is. */
export interface ToldRoom {
  readonly name: string
  /** The first sentence of its door. */
  readonly says: string
  readonly tables: Tables
  readonly limits: Limits
  readonly events: Events
  /** The names of the letters whose words it has. */
  readonly letters: readonly string[]
  /** The kinds of mailed links that lead to its pages. */
  readonly links: readonly LinkRules[]
  readonly routes: readonly ToldRoute[]
  /** The further entries of its list that somebody outside sees. */
  readonly further: readonly string[]
}

const SRC = new URL('../../../packages/identity/src/', import.meta.url)

/** Every room imports its files, so it has no door. */
const PLATFORM = 'The one room without a subject: HTTP, PostgreSQL, clock, randomness, keys and log.'

/** Answers everything with itself. A route is made before a request comes, and only its path is read here. */
const STAND_IN: never = new Proxy(() => undefined, {
  get: (_target, key) =>
    key === Symbol.iterator ? [][Symbol.iterator] : key === Symbol.toPrimitive ? () => '' : STAND_IN,
  apply: () => STAND_IN,
}) as never

/** Every room of the plan, with what it lists, in the order of their names. */
export async function tellRooms(): Promise<readonly ToldRoom[]> {
  const lists = await listsByRoom()
  const all = [...lists.values()].flatMap(routesOf)
  const letters = await lettersByRoom()
  const kinds = await linkKinds()
  return Object.keys(IDENTITY.rooms)
    .toSorted()
    .map((name) => {
      const list: ListOfRoom = lists.get(name) ?? {}
      const routes = [...routesOf(list), ...(list.routesAboutOthers?.(STAND_IN, all) ?? [])]
      const { limits = {} } = list
      const events = withAllBefore(list.events ?? {})
      const links = kinds.filter(({ path }) => routes.some((route) => route.path === path))
      const head = HEADS[name]
      const tables = name === 'platform' ? OWN_TABLES : (head?.tables ?? {})
      return {
        ...{ name, says: saysOf(name), tables, limits, events, routes, links },
        ...{ letters: letters.get(name) ?? [], further: furtherOf({ ...list, ...head }) },
      }
    })
}

/** Events with all that may be before each: what its bound names, and what leads to it from other rooms. */
function withAllBefore(events: Events): Events {
  const leadingTo = (name: string) =>
    Object.keys(EVENTS).filter((other) => EVENTS[other]?.leadsTo?.includes(name))
  return Object.fromEntries(
    Object.entries(events).map(([name, entry]) => {
      const { bound } = entry
      const isAfter = typeof bound === 'object' && 'after' in bound
      return [name, isAfter ? { ...entry, bound: { after: [...bound.after, ...leadingTo(name)] } } : entry]
    }),
  )
}

/** The tables that an entry of `HEADS` has kept of a room that is gone. */
export function keptOfGoneRooms(): Tables {
  const gone = Object.entries(HEADS).filter(([name]) => !Object.hasOwn(IDENTITY.rooms, name))
  return Object.assign({}, ...gone.map(([, { tables }]) => tables))
}

/** The list of each room that has one. A door exports it under a name of its own. */
async function listsByRoom(): Promise<ReadonlyMap<string, ListOfRoom>> {
  const doors = Object.keys(IDENTITY.rooms).filter((name) => name !== 'platform')
  const found = await Promise.all(
    doors.map(async (name) => {
      const door: Record<string, unknown> = await import(new URL(`${name}/index.ts`, SRC).href)
      return ROOMS.filter((list) => Object.values(door).includes(list)).map((list) => [name, list] as const)
    }),
  )
  return new Map(found.flat())
}

function routesOf(list: ListOfRoom): readonly Route[] {
  return [...(list.routes?.(STAND_IN) ?? []), ...(list.open?.(STAND_IN).routes ?? [])]
}

async function linkKinds(): Promise<readonly LinkRules[]> {
  const ofRooms = await fixtures<{ readonly linkRules: readonly LinkRules[] }>('*/room-links')
  return [...Object.values(LINK_KINDS), ...ofRooms.flatMap(([, { linkRules }]) => linkRules)]
}

async function lettersByRoom(): Promise<ReadonlyMap<string, readonly string[]>> {
  const nameOf = (letter: Letter) => (letter.kind === 'written' ? letter.name : letter.kind)
  const ofMail = await fixtures<{ readonly everyKind: Readonly<Record<string, Letter>> }>('mail/every-letter')
  const ofRooms = await fixtures<{ readonly sampleLetters: (language: string) => readonly Letter[] }>(
    '*/room-letters',
  )
  return new Map([
    ...ofMail.map(([room, { everyKind }]) => [room, Object.values(everyKind).map(nameOf)] as const),
    ...ofRooms.map(([room, { sampleLetters }]) => [room, sampleLetters('en').map(nameOf)] as const),
  ])
}

/** The fixtures of this name, with the room of each. */
async function fixtures<Fixture>(name: string): Promise<readonly (readonly [string, Fixture])[]> {
  const files = globSync(`${name}.fixture.ts`, { cwd: SRC }).toSorted()
  return Promise.all(
    files.map(async (file): Promise<readonly [string, Fixture]> => {
      const fixture: Fixture = await import(new URL(file, SRC).href)
      return [file.replace(/[\\/].*/, ''), fixture]
    }),
  )
}

function furtherOf({
  accountLink,
  ownData = {},
  erase,
  carryOut,
  orders = [],
  lists = [],
}: ListOfRoom & Partial<(typeof HEADS)[string]>) {
  const said = [...orders.map(({ verb }) => verb), ...lists.map(({ noun }) => noun)]
  const told = Object.keys(ownData)
  return [
    ...(accountLink ? [`The pages of the account link to \`${accountLink.path}\`.`] : []),
    ...(told.length > 0 ? [`The citizen's copy has ${namesOf(told)}.`] : []),
    ...(erase ? ['It deletes its rows about a citizen whose account is closed.'] : []),
    ...(carryOut ? ['Housekeeping carries out what has waited long enough.'] : []),
    ...(said.length > 0 ? [`For operators: ${namesOf(said.map((one) => `portico citizen ${one}`))}.`] : []),
  ]
}

const doors = new Map(
  filesBelow([IDENTITY.src], (path) => /^[^/]+\/index\.ts$/.test(path.slice(IDENTITY.src.length + 1))).map(
    ({ path, text }) => [path.split('/').at(-2), text],
  ),
)

function saysOf(name: string): string {
  const door = doors.get(name)
  return door === undefined ? PLATFORM : firstSentence(door)
}

/** The first sentence of the comment at the head of a file. */
export function firstSentence(text: string): string {
  const comment = /^\/\*\*([\s\S]*?)\*\//.exec(text)?.[1] ?? ''
  const [paragraph = ''] = comment
    .replace(/^\s*\* ?/gm, '')
    .trim()
    .split(/\n\s*\n/)
  return paragraph.replaceAll(/\s+/g, ' ').replace(/(?<=\.) (?=[A-Z*`]).*$/, '')
}
