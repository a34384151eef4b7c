import type { Schema } from '../platform/operation.ts'
import { BLANKS, readText } from '../platform/plain-text.ts'
import { accepted, type Result, refused } from '../platform/result.ts'

/** What is wrong with the text of a field. */
export type TextProblem = 'required' | 'invalid' | 'blank' | 'max_length'

const MOST_NAME_CHARACTERS = 150
const MOST_LABEL_CHARACTERS = 60

/** Control characters, line and paragraph separators, and characters that reorder the text around them. */
const UNFIT_ANYWHERE = '\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069'
/** What neither a name nor a phone number may have. */
export const UNFIT = new RegExp(`[\\p{Cs}${UNFIT_ANYWHERE}]`, 'u')

/** Invisible characters: blanks, default ignorable characters, the Braille pattern without dots. */
const UNSEEN = /[\s\p{Default_Ignorable_Code_Point}\p{Cf}\p{M}\u2800]/gu

/** The same for the API document. */
export const FIT = `[^${UNFIT_ANYWHERE}]`
const NOT_BLANK = `[^${UNFIT_ANYWHERE}${BLANKS}]`
/** Few languages have properties of characters, so the most frequent invisible ones are listed. */
const VISIBLE = `[^${UNFIT_ANYWHERE}${BLANKS}\\u00ad\\u0300-\\u036f\\u200b-\\u200f\\u2060-\\u206f\\u2800]`

/** What `readFullName` accepts, for the API document. It also accepts blanks and invisible characters around it, and rarer characters at its start. */
export const NAME_SCHEMA: Schema = {
  type: 'string',
  description:
    'No control characters, and none that reorder the text around them. Blanks and invisible characters around it are removed.',
  minLength: 1,
  maxLength: MOST_NAME_CHARACTERS,
  pattern: `^${VISIBLE}(?:${FIT}*${NOT_BLANK})?$`,
}

/** Reads a full name: 1 to 150 characters, at least one visible, none that breaks the line or reorders text. */
export function readFullName(given: unknown): Result<string, TextProblem> {
  if (given === undefined) return refused('required')
  return typeof given === 'string' ? readName(given, MOST_NAME_CHARACTERS) : refused('invalid')
}

function readName(given: string, mostCharacters: number): Result<string, TextProblem> {
  if (given.replaceAll(UNSEEN, '') === '') return refused('blank')
  const name = readText(given, mostCharacters)
  return name.ok && UNFIT.test(name.value) ? refused('invalid') : name
}

/** Reads the name that a citizen gives a passkey or an app: a text like a person's name, of at most 60 characters. */
export function readLabel(given: string): Result<string, 'bad-name'> {
  const read = readName(given, MOST_LABEL_CHARACTERS)
  return read.ok ? accepted(read.value) : refused('bad-name')
}

/** As a page shows a name: a browser shows several blanks as one. */
const asShown = (name: string) => name.replaceAll(/\s+/g, ' ')

/**
 * The usual name of a new passkey or app, with the first free number from 2 on where the citizen has one of that name. It is no longer
 * than a name may be.
 */
export function freeLabel(usual: string, named: readonly { readonly name: string }[]): string {
  const taken = new Set(named.map(({ name }) => asShown(name)))
  const numbered = Array.from(named, (_, at) => withEnd(usual, ` ${at + 2}`))
  const label = [withEnd(usual, ''), ...numbered].find((each) => !taken.has(asShown(each)))
  return label ?? usual
}

function withEnd(usual: string, end: string): string {
  return (
    [...usual]
      .slice(0, MOST_LABEL_CHARACTERS - end.length)
      .join('')
      .trimEnd() + end
  )
}
