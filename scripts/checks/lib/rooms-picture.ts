import type { Plan } from '../../../plan.ts'
import { roomsBelow } from './judge-rooms.ts'

/**
 * The rooms of a plan as a Mermaid flowchart, upper rooms first. An arrow leads from a room to a room below it. It is left
 * out if a path over other rooms leads there, too. The platform, which every room uses, is left out.
 */
export function roomsPicture(rooms: Plan['rooms']): string {
  const names = Object.keys(rooms).filter((room) => room !== 'platform')
  const byStorey = Map.groupBy(names, (room) => storeyOf(rooms, room))
  const storeys = [...byStorey].sort(([one], [other]) => other - one)
  return [
    '```mermaid',
    'flowchart TB',
    ...storeys.flatMap(([, all]) => all.map((room) => `  ${idOf(room)}["${labelOf(rooms, room)}"]`)),
    ...storeys.flatMap(([, all]) =>
      all.flatMap((room) => nextBelow(rooms, room).map((below) => `  ${idOf(room)} --> ${idOf(below)}`)),
    ),
    '```',
  ].join('\n')
}

/** The rooms directly below a room: those that are not below another room below it. */
export function nextBelow(rooms: Plan['rooms'], room: string): readonly string[] {
  const below = [...new Set(rooms[room]?.looksDownOn)]
  return below.filter((one) => !below.some((other) => other !== one && roomsBelow(rooms, other).has(one)))
}

/** The length of the longest path down from this room. */
function storeyOf(rooms: Plan['rooms'], room: string): number {
  return Math.max(0, ...(rooms[room]?.looksDownOn ?? []).map((below) => storeyOf(rooms, below) + 1))
}

/** Mermaid may read a hyphen as a part of an arrow. */
function idOf(room: string): string {
  return room.replaceAll('-', '_')
}

function labelOf(rooms: Plan['rooms'], room: string): string {
  return [room, ...(rooms[room]?.tables ?? []).map((table) => `<i>${table}</i>`)].join('<br>')
}

/** The page with this text between the two marks of a name. */
export function withPart(page: string, name: string, text: string): string {
  const marks = new RegExp(`(<!-- ${name}: begin -->)[\\s\\S]*?(<!-- ${name}: end -->)`)
  if (!marks.test(page)) throw new Error(`The page has no marks "${name}"`)
  return page.replace(marks, (_all, begin: string, end: string) => `${begin}\n\n${text}\n\n${end}`)
}
