import type { UnixSeconds } from './clock.ts'
import { inLanguage, type Translations } from './languages.ts'

/** The time zone of a deployment, by its name in the database of IANA. All that citizens read is in this one (decision 99). */
export type TimeZone = 'UTC' | (string & { readonly kind: 'time-zone' })

/** The time zone of a deployment that names none. */
export const UTC: TimeZone = 'UTC'

/** An instant in the words of one language and one time zone. It always names its time zone. */
export type MomentWords = (at: UnixSeconds) => string

/** Where a moment is read. */
export interface ReadIn {
  readonly language: string
  readonly timeZone: TimeZone
}

/** A time zone by its name, with summer time where it has one. Nothing for an unknown name, nor for an offset (`+02:00`), which has no summer time. */
export function readTimeZone(name: string): TimeZone | undefined {
  // The first formatter of a process takes it 20 ms, and every command reads this setting.
  return name === UTC || isTimeZone(name) ? name : undefined
}

function isTimeZone(name: string): name is TimeZone {
  try {
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

/** How each language writes a date. Arabic has the digits 0 to 9, as codes do. */
const LOCALES: Translations<string> = {
  en: 'en-GB',
  es: 'es-ES',
  fr: 'fr-FR',
  de: 'de-DE',
  ar: 'ar-u-ca-gregory-nu-latn',
  'zh-Hans': 'zh-Hans-CN',
}

const MOMENT: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
}

/**
 * What a format does not know: in French the first day of a month is "1er", in German a time ends with "Uhr", and in Spanish the first hour is
 * "a la 01:05".
 */
const MENDED: Readonly<Record<string, (part: Intl.DateTimeFormatPart, hour: string) => string | undefined>> =
  {
    fr: ({ type, value }) => (type === 'day' && value === '1' ? '1er' : undefined),
    de: ({ type, value }) => (type === 'minute' ? `${value} Uhr` : undefined),
    es: ({ type, value }, hour) =>
      type === 'literal' && hour === '01' ? value.replace('a las', 'a la') : undefined,
  }

/** Making a format costs far more than using it. */
const FORMATS = new Map<string, Intl.DateTimeFormat>()

function formatOf({ language, timeZone }: ReadIn): Intl.DateTimeFormat {
  const key = `${language} ${timeZone}`
  const format =
    FORMATS.get(key) ?? new Intl.DateTimeFormat(inLanguage(LOCALES, language), { ...MOMENT, timeZone })
  FORMATS.set(key, format)
  return format
}

const OF_TIMES: ReadonlySet<string> = new Set(['hour', 'minute', 'timeZoneName'])

/** The words for the moments of a letter or a page. A line may end between the date and the time, and nowhere else. */
export function momentWords(readIn: ReadIn): MomentWords {
  const format = formatOf(readIn)
  const mended = MENDED[readIn.language]
  return (at) => {
    const parts = format.formatToParts(at * 1000)
    const hour = parts.find(({ type }) => type === 'hour')?.value ?? ''
    const between = parts.findIndex(({ type }) => OF_TIMES.has(type)) - 1
    const said = parts.map((part, index) => {
      const whole = (mended?.(part, hour) ?? part.value).replace(/\s/g, '\u00a0')
      return index === between ? whole.replace('\u00a0', ' ') : whole
    })
    return said.join('')
  }
}
