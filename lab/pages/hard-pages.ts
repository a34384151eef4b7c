import { everyPage, ordinaryTexts } from '../../packages/identity/src/pages/every-page.fixture.ts'
import type { PageFrame } from '../../packages/identity/src/pages/layout.ts'
import { readingAge, textsOf } from './reading-age.ts'

/** The most years of age. */
const MOST_YEARS = 9

/** Pages for developers. */
const NOT_FOR_CITIZENS = ['mailbox', 'mailbox-empty', 'api-reference']

/** The English pages that a reader of nine years does not understand. */
export function hardPages(frame: PageFrame): readonly string[] {
  return everyPage(ordinaryTexts)
    .filter(({ name }) => !NOT_FOR_CITIZENS.includes(name))
    .flatMap(({ name, render }) => {
      const age = readingAge(textsOf(render(frame).toString()))
      return age > MOST_YEARS
        ? [`${name}: its text is for readers of ${age.toFixed(1)} years, and not ${MOST_YEARS}`]
        : []
    })
}
