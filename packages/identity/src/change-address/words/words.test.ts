import { expect, test } from 'vitest'
import { html, textOf } from '../../platform/html.ts'
import { ar } from './ar.ts'
import { CHANGE_ADDRESS_WORDS } from './index.ts'

test.each([
  [1, 'ثم ننتظر يومًا واحدًا.'],
  [2, 'ثم ننتظر يومين.'],
  [3, 'ثم ننتظر 3 أيام.'],
])('Arabic waits %i days in the case that the sentence asks for', (count, said) => {
  expect(ar.page.confirmNext(count)).toBe(said)
})

test.each([
  ['en', 'Then we wait a few minutes.'],
  ['de', 'Dann warten wir ein paar Minuten.'],
  ['fr', 'Ensuite, nous attendons quelques minutes.'],
  ['es', 'Después esperamos unos minutos.'],
  ['ar', 'ثم ننتظر بضع دقائق.'],
  ['zh-Hans', '之后我们会等待 1 至 2 分钟。'],
] as const)('a waiting period of no days is said as what it is: %s', (language, said) => {
  const { page, acts } = CHANGE_ADDRESS_WORDS[language]
  expect(page.confirmNext(0)).toBe(said)
  const { done, suspended } = acts.change.says
  const facts = { at: html``, days: 0, letter: html`` }
  for (const sentence of [page.lead(0), page.asked(0), textOf(done(facts)), textOf(suspended(facts))])
    expect(sentence).not.toMatch(/(?<!\d)0/)
})
