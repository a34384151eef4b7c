import type { SettingRule } from './setting-reader.ts'

/** A whole number between two others. */
export function wholeNumber(fallback: number, least: number, most: number): SettingRule<number> {
  return {
    fallback,
    parse(text) {
      const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
      return value >= least && value <= most ? value : undefined
    },
    expected: `must be a whole number from ${least} to ${most}`,
    example: String(fallback),
  }
}

/** `yes` or `no`. */
export function yesOrNo(fallback: boolean): SettingRule<boolean> {
  const values: Readonly<Record<string, boolean>> = { yes: true, no: false }
  return { fallback, parse: (text) => values[text], expected: 'must be yes or no', example: 'yes' }
}

/** One of these words. */
export function oneWord<Word extends string>(words: readonly Word[]): SettingRule<Word | null> {
  return {
    fallback: null,
    parse: (text) => words.find((word) => word === text),
    expected: `must be one of: ${words.join(', ')}`,
    example: words[0] ?? '',
  }
}

/** Some of these words, separated by spaces or commas. */
export function someWords<Word extends string>(words: readonly Word[]): SettingRule<readonly Word[]> {
  return {
    fallback: [],
    parse(text) {
      const found = text.split(/[\s,]+/).map((one) => words.find((word) => word === one))
      return found.every((word) => word !== undefined) ? found : undefined
    },
    expected: `must be some of: ${words.join(', ')}`,
    example: words.slice(0, 2).join(','),
  }
}

/** A text that a pattern allows. */
export function matching(pattern: RegExp, expected: string, example: string): SettingRule<string | null> {
  return { fallback: null, parse: (text) => (pattern.test(text) ? text : undefined), expected, example }
}
