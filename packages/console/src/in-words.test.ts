import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCitizen } from '../../identity/testing/people.ts'
import { type ConsoleBrowser, type ConsoleStage, startStage } from '../testing/console-stage.ts'

let stage: ConsoleStage
let udo: ConsoleBrowser
beforeAll(async () => {
  stage = await startStage()
  udo = await stage.operator('support')
  await udo.open('/')
})
afterAll(() => stage.close())

const open = (path: string, language: string) =>
  udo.inner.get(path, { headers: { 'accept-language': language } })

// proves: console-says-facts-in-words
test.each([
  ['en', 'de', 'German'],
  ['de', 'de', 'Deutsch'],
  ['ar', 'de', 'الألمانية'],
  ['fr', 'zh-Hans', 'chinois simplifié'],
  ['en', '', 'none'],
  ['en', 'tlh', 'none'],
] as const)('the language of an account has its name: in %s, “%s” is %s', async (language, tag, name) => {
  const { subject } = await addCitizen(stage.service, { language: tag })
  const page = await open(`/citizen/?subject=${subject}`, language)
  expect(page.html.querySelectorAll('main dl dd').map(({ text }) => text)).toContain(name)
})

// proves: console-says-facts-in-words
test.each([
  ['en', 'signs'],
  ['de', 'unterschreibt'],
])('what a key does is said in %s', async (language, stageInWords) => {
  const page = await open('/keys/', language)
  expect(page.html.querySelectorAll('tbody td').map(({ text }) => text)).toContain(stageInWords)
})
