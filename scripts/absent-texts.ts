import { chai } from 'vitest'

/** What an id, a token or a digest looks like in a page, a log or a row. */
const RANDOM = /[0-9a-f]{8}-[0-9a-f]{4}-|[\w-]{20}/

/** Over a thousand random characters, a text that is rarer than this is no accident in years of runs. */
const RARE = 1_000_000

const alphabetOf = (text: string): number => {
  if (/^[0-9a-f]+$/.test(text)) return 16
  return /^[\w-]+$/.test(text) ? 64 : Number.POSITIVE_INFINITY
}

/** Whether `text` can stand by accident among the random characters of `whole`. */
export const mayStandByAccident = (text: unknown, whole: unknown): boolean =>
  typeof text === 'string' &&
  typeof whole === 'string' &&
  RANDOM.test(whole) &&
  alphabetOf(text) ** text.length < RARE

type ToContain = (this: Chai.AssertionStatic, text: unknown) => unknown

const checked = (compare: ToContain): ToContain =>
  function (text) {
    const whole: unknown = chai.util.flag(this, 'object')
    if (chai.util.flag(this, 'negate') === true && mayStandByAccident(text, whole)) {
      throw new Error(
        `"${String(text)}" is so short that an id or a token in the text holds it sooner or later. ` +
          'Take a longer one, or ask a part of the text that holds nothing random.',
      )
    }
    return compare.call(this, text)
  }

const marked: { portico?: true } = chai.Assertion.prototype as object
// The files of a worker share their modules, and this file runs before each of them.
if (!marked.portico) {
  marked.portico = true
  chai.util.overwriteMethod(chai.Assertion.prototype, 'toContain', checked)
}
