import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CONSOLE_ACTS } from '../../identity/src/command/index.ts'
import { wordsFor } from '../../identity/src/pages/index.ts'
import { UTC } from '../../identity/src/platform/date-words.ts'
import { html, textOf } from '../../identity/src/platform/html.ts'
import { inLanguage, LANGUAGES } from '../../identity/src/platform/languages.ts'
import { openAct } from './act-opening.ts'
import type { ConsoleFrame } from './console-page.ts'
import { waysOn } from './finding-ways.ts'
import { CONSOLE_WORDS } from './words/index.ts'

const SUBJECT = '6f1c3a52-8f0e-4c35-9d0a-0d6a3a1b2c4d'
const NAMES = ['Ada', 'Bo']
const ROLES = ['support', 'security', 'administrator'] as const

const pageFor = (role: (typeof ROLES)[number], language: string): ConsoleFrame => ({
  frame: { serviceName: 'portico', timeZone: UTC, ...wordsFor(language) },
  words: inLanguage(CONSOLE_WORDS, language),
  operator: { operatorId: SUBJECT, name: 'Ida', role } as unknown as ConsoleFrame['operator'],
  glass: undefined,
})

/** What an operator reads of this command in a finding. */
async function waysFor(role: (typeof ROLES)[number], command: string, language = 'en', names = NAMES) {
  const ways = await waysOn(pageFor(role, language), { deciders: () => names })
  const shown = ways({
    tellTo: () => ({ found: [], mayDo: [{ command, says: (named) => html`So: ${named}.` }], tell: [] }),
  })
  return { markup: String(shown), text: textOf(shown ?? html``) }
}

/** The commands in the findings of all rooms, each about an account or a program. */
const SAID = globSync('packages/identity/src/*/explain*.ts')
  .filter((path) => !path.endsWith('.test.ts'))
  .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/['`](portico [a-z][^'`]*)['`]/g)])
  .map(([, command = '']) => command.replace(/\$\{[^}]*\}/g, SUBJECT))

test.each(ROLES)('no link of a finding leads to an act without a subject: %s', async (role) => {
  const acts = CONSOLE_ACTS.map(({ words }) => `portico ${words}`)
  expect(SAID).toContain(`portico citizen forgive-failures ${SUBJECT} --reason TEXT`)
  expect(SAID.length).toBeGreaterThan(10)
  let links = 0
  for (const command of [...SAID, ...acts, ...acts.map((act) => `${act} ${SUBJECT} --reason TEXT`)]) {
    const { markup } = await waysFor(role, command)
    for (const [link] of markup.matchAll(/\/act\/\?[^"]*/g)) {
      links += 1
      expect([command, link]).toEqual([command, expect.stringMatching(`subject=${SUBJECT}$`)])
    }
  }
  expect(links).toBeGreaterThan(5)
})

test.each(['', 'x', 'ana@example.test'])(
  'an act opens nothing without the subject of an account: %j',
  (subject) => {
    for (const note of ['', 'x'.repeat(16)])
      expect(String(openAct({ subject, note }, 'citizen suspend', 'Suspend'))).toBe('Suspend')
  },
)

test.each(ROLES)(
  'an act that a finding names with no account is its title, whoever may order it: %s',
  async (role) => {
    for (const { words, fromConsole } of CONSOLE_ACTS) {
      const { title } = (await fromConsole.words()).en
      const { markup, text } = await waysFor(role, `portico ${words}`)
      expect(text).toBe(`What helps: So: ${title}.`)
      expect(markup).not.toMatch(/<a |<button/)
    }
  },
)

test.each(LANGUAGES)('what only others may do has its name in %s', async (language) => {
  const { onlyMay } = inLanguage(CONSOLE_WORDS, language).verdict
  const names = new Intl.ListFormat(language, { type: 'disjunction' }).format(NAMES)
  for (const { words, fromConsole } of CONSOLE_ACTS) {
    const { role } = fromConsole
    if (role !== 'security' && role !== 'administrator') continue
    const { title } = inLanguage(await fromConsole.words(), language)
    const command = `portico ${words} ${SUBJECT} --reason TEXT`
    const { text } = await waysFor('support', command, language)
    const { text: without } = await waysFor('support', command, language, [])
    expect(without).toContain(`So: ${onlyMay[role](title, '')}`)
    expect(text.replace(/ ?[(（].+[)）]/, '')).toBe(without)
    for (const told of [names, title]) expect(text).toContain(told)
  }
})

test('what two findings of a page lead to stands with the first of them', async () => {
  const ways = await waysOn(pageFor('support', 'en'), { deciders: () => [] })
  const finding = (command: string) =>
    ways({
      tellTo: () => ({ found: [], mayDo: [{ command, says: (named) => html`So: ${named}.` }], tell: [] }),
    })
  const [suspend, reinstate] = ['suspend', 'reinstate'].map(
    (verb) => `portico citizen ${verb} ${SUBJECT} --reason TEXT`,
  ) as [string, string]
  expect(textOf(finding(suspend) ?? html``)).toContain('So: ')
  expect(finding(suspend)).toBeUndefined()
  expect(textOf(finding(reinstate) ?? html``)).toContain('So: ')
})
