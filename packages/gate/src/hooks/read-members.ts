import type { HookName } from './hook-names.ts'
import { isObject, type Json, wrong } from './read-answer.ts'

/** An id of a back end fits: a number as text, a UUID, a key of another system. */
const MAX_LENGTH = 255

/** Reads the members of an answer. Every method throws HookFailed with the hook and the member. */
export interface Members {
  /** A text that is not empty. */
  text(name: string): string
  /** A text, or null for null, for an empty text and for a missing member. */
  textOrNull(name: string): string | null
  flag(name: string): boolean
  /** The object of a member, or null. The member must be there. */
  objectOrNull(name: string, known: readonly string[]): Members | null
}

/** The members of an object that may have only these names. A wrong name is often a misspelt one. */
export function membersOf(hook: HookName, answer: Json, known: readonly string[]): Members {
  const stranger = Object.keys(answer).find((name) => !known.includes(name))
  if (stranger !== undefined)
    throw wrong(
      hook,
      `the answer has the member ${shown(stranger)}, and may have only ${known.join(', ') || 'none'}`,
    )
  const expected = (name: string, what: string) =>
    wrong(hook, `${name} must be ${what}, and is ${shown(answer[name])}`)
  const text = (name: string): string => {
    const value = answer[name]
    if (typeof value !== 'string' || !isShort(value)) throw expected(name, 'a text such as "7"')
    return value
  }
  return {
    text,
    textOrNull: (name) => ((answer[name] ?? '') === '' ? null : text(name)),
    flag(name) {
      const value = answer[name]
      if (typeof value !== 'boolean') throw expected(name, 'true or false')
      return value
    },
    objectOrNull(name, inner) {
      const value = answer[name]
      if (value === null) return null
      if (!isObject(value)) throw expected(name, 'an object or null')
      return membersOf(hook, value, inner)
    },
  }
}

/** Control characters do not belong in an id or a name, which become headers. */
function isShort(value: string): boolean {
  return value !== '' && value.length <= MAX_LENGTH && !/\p{Cc}/u.test(value)
}

/** A value as the log shows it. A text may be anything, so only its length is shown. */
function shown(value: unknown): string {
  if (value === undefined) return 'missing'
  if (typeof value === 'string')
    return /^[\w.-]{1,40}$/.test(value) ? value : `a text of ${value.length} characters`
  return value === null || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : 'an object or a list'
}
