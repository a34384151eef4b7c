import { LAST_SECOND, type PageFrame, UTC } from '@portico/identity/parts'

/** Where an instant is read, and in which language its time zone has its name. */
export type InZone = Pick<PageFrame, 'timeZone' | 'language'>

/** An instant as the pages show it: `2026-03-01`, `14:05:07`, and the short name of the time zone. */
export interface ShownTime {
  readonly day: string
  readonly time: string
  readonly zoneName: string
}

/** Making a format costs far more than using it. */
const FORMATS = new Map<string, Intl.DateTimeFormat>()

function formatIn({ language, timeZone = UTC }: InZone): Intl.DateTimeFormat {
  const key = `${language} ${timeZone}`
  const [year, two] = ['numeric', '2-digit'] as const
  const parts = { year, month: two, day: two, hour: two, minute: two, second: two } as const
  const format =
    FORMATS.get(key) ??
    // British English has CET where American English has GMT+1.
    new Intl.DateTimeFormat(`${language === 'en' ? 'en-GB' : language}-u-ca-gregory-nu-latn`, {
      ...{ ...parts, hourCycle: 'h23', timeZoneName: 'short', timeZone },
    })
  FORMATS.set(key, format)
  return format
}

/** An instant in milliseconds since 1970, in the words of a zone and a language. */
export function shownTime(zone: InZone, milliseconds: number): ShownTime {
  const parts = formatIn(zone).formatToParts(new Date(milliseconds))
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? ''
  return {
    day: [of('year').padStart(4, '0'), of('month'), of('day')].join('-'),
    time: [of('hour'), of('minute'), of('second')].join(':'),
    zoneName: of('timeZoneName'),
  }
}

const DAY_MILLISECONDS = 24 * 60 * 60 * 1_000
const FORM =
  /^(?<day>\d{4}-\d\d-\d\d)(?:[ T](?<minute>\d\d:\d\d)(?::(?<second>\d\d)(?:\.\d{1,6})?)?\s*(?<named>\S.*)?)?$/

/**
 * Reads a time as an operator types it, or copies it from a page: a day, a minute or a second, in the time zone of the pages, with `Z` in UTC. What is typed counts as a whole: `begins` gives its first
 * instant, `ends` the first one behind it, in ISO 8601 and UTC. An hour that summer time skips is the one after it; of one that comes twice, both count, unless the name of the zone says which. Nothing is later than the last second that is
 * written with a year of four digits. Undefined for what is no time.
 */
export function readTypedTime(typed: string, zone: InZone, edge: 'begins' | 'ends'): string | undefined {
  const read = readWall(typed)
  // No zone is a whole day behind: this was before 1970 everywhere.
  if (!read || read.wall < -DAY_MILLISECONDS) return undefined
  const { wall, unit, named } = read
  const place = named === 'Z' ? { zone: { ...zone, timeZone: UTC }, named: undefined } : { zone, named }
  const { ahead, behind } = WHOLE[unit]
  const at =
    edge === 'begins'
      ? Math.min(...instantsOf(wall, place))
      : Math.max(...instantsOf(wall + ahead, place)) + behind
  return Number.isFinite(at) && at >= 0 ? `${isoOf(Math.min(at, LAST_SECOND * 1_000))}Z` : undefined
}

/** Where the end of a unit is, in milliseconds: `ahead` on the clock, which may be another time than a day later, and `behind` as time that passes. */
const WHOLE = {
  day: { ahead: DAY_MILLISECONDS, behind: 0 },
  minute: { ahead: 0, behind: 60_000 },
  second: { ahead: 0, behind: 1_000 },
} as const

/** What a clock shows, as if it were UTC, how exactly it was typed, and the name of a zone behind it. */
function readWall(typed: string) {
  const { day, minute, second, named } = FORM.exec(typed)?.groups ?? {}
  const text = `${day}T${minute ?? '00:00'}:${second ?? '00'}`
  const wall = Date.parse(`${text}Z`)
  // JavaScript takes the 30th of February for a day of March.
  if (Number.isNaN(wall) || isoOf(wall) !== text) return undefined
  const precise = second === undefined ? 'minute' : 'second'
  return { wall, named, unit: minute === undefined ? 'day' : precise } as const
}

/** The instants at which clocks of the zone show this. `wall` is what they show, as if it were UTC. */
function instantsOf(
  wall: number,
  { zone, named }: { readonly zone: InZone; readonly named: string | undefined },
): readonly number[] {
  const offsetAt = (at: number) => wallAt(zone, at) - at
  const [before, after] = [wall - offsetAt(wall - DAY_MILLISECONDS), wall - offsetAt(wall + DAY_MILLISECONDS)]
  const shown = [before, after].filter((at) => wallAt(zone, at) === wall)
  const found = shown.length === 0 ? [before] : shown
  return named === undefined ? found : found.filter((at) => shownTime(zone, at).zoneName === named)
}

/** A day ahead, the year may have five digits, which no text of a date has. */
function wallAt(zone: InZone, at: number): number {
  const { day, time } = shownTime(zone, at)
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return Date.UTC(year, month - 1, date) + Date.parse(`1970-01-01T${time}Z`)
}

function isoOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)
}
