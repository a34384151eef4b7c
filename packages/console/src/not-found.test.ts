import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConsoleBrowser, type ConsoleStage, startStage } from '../testing/console-stage.ts'

let stage: ConsoleStage
let ida: ConsoleBrowser
beforeAll(async () => {
  stage = await startStage()
  ida = await stage.operator('support')
})
afterAll(() => stage.close())

test.each([
  ['en', 'To the console'],
  ['de', 'Zur Konsole'],
  ['es', 'Ir a la consola'],
  ['fr', 'Aller à la console'],
  ['ar', 'إلى لوحة التشغيل'],
  ['zh', '前往运维台'],
])('a page that the console does not have leads to its first page: %s', async (language, label) => {
  const page = await ida.open('/nowhere/', { headers: { 'accept-language': language } })
  expect(page.status).toBe(404)
  const ways = page.html.querySelectorAll('a[href]')
  expect(ways.map((way) => way.getAttribute('href'))).not.toContain('/account/')
  const [home] = page.html.querySelectorAll('main .actions a')
  expect([home?.text.trim(), home?.getAttribute('href')]).toEqual([label, '/'])
  expect((await ida.open('/')).status).toBe(200)
})
