import { fleschKincaid } from 'flesch-kincaid'
import { type HTMLElement, parse } from 'node-html-parser'
import { syllable } from 'syllable'

/**
 * Words that no shorter one replaces: names of things that the reader has to know. For the measure, each counts as a word of two
 * syllables.
 */
export const NEEDED_WORDS: readonly string[] = [
  ...['account', 'address', 'email', 'information', 'password', 'passkey', 'passkeys', 'program', 'programs'],
  ...['security', 'computer', 'reference', 'telephone', 'accessibility', 'registration', 'international'],
]

/** The age of a reader in the first year of school (grade 0 of the Flesch-Kincaid measure). */
const AGE_OF_GRADE_0 = 5

const NEEDED_SYLLABLES = 2

/** What somebody must read to understand the page. */
const TEXTS = 'h1, h2, h3, p, li, label, legend, dt, summary, button'

/** Parts that the reader does not read as language: names, addresses, code. */
const NO_LANGUAGE = 'bdi, code, time'

/** The texts of the content of a page, one for each block. */
export function textsOf(page: string): readonly string[] {
  const main = parse(page).querySelector('main')
  if (!main) return []
  for (const picture of main.querySelectorAll('svg')) picture.replaceWith(' ')
  for (const part of main.querySelectorAll(NO_LANGUAGE)) part.replaceWith(' it ')
  return main
    .querySelectorAll(TEXTS)
    .filter(isLeaf)
    .map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
}

const isLeaf = (block: HTMLElement) => block.querySelector(TEXTS) === null

/** The age of a reader who understands an English text (Flesch-Kincaid), in years. */
export function readingAge(texts: readonly string[]): number {
  const sentences = texts
    .flatMap((text) => text.split(/(?<=[.!?:])\s+/))
    .filter((each) => /\p{L}/u.test(each))
  const words = sentences.flatMap((sentence) => sentence.match(/[\p{L}’'-]+/gu) ?? [])
  if (words.length === 0) return 0
  const syllables = words.map((word) =>
    NEEDED_WORDS.includes(word.toLowerCase()) ? Math.min(NEEDED_SYLLABLES, syllable(word)) : syllable(word),
  )
  const counts = {
    sentence: sentences.length,
    word: words.length,
    syllable: syllables.reduce((sum, count) => sum + count, 0),
  }
  return AGE_OF_GRADE_0 + Math.max(0, fleschKincaid(counts))
}
