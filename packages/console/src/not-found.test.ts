import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConsoleBrowser, type ConsoleStage, startStage } from '../testing/console-stage.ts'
import { CONSOLE_WORDS } from './words/index.ts'

let stage: ConsoleStage
let ida: ConsoleBrowser
beforeAll(async () => {
  stage = await startStage()
  ida = await stage.operator('support')
})
afterAll(() => stage.close())

test.each([
  ['en', 'To the console', 'at the first page of the console', /your account/i],
  ['de', 'Zur Konsole', 'auf der ersten Seite der Konsole', /Konto/],
  ['es', 'Ir a la consola', 'por la primera página de la consola', /cuenta/],
  ['fr', 'Aller à la console', 'de la première page de la console', /compte/],
  ['ar', 'إلى لوحة التشغيل', 'من الصفحة الأولى للوحة التشغيل', /حسابك/],
  ['zh', '前往运维台', '从运维台的首页开始', /账号/],
] as const)(
  'a page that the console does not have leads to its first page, and to no account: %s',
  async (language, label, begin, account) => {
    const page = await ida.open('/nowhere/', { headers: { 'accept-language': language } })
    expect(page.status).toBe(404)
    const says = page.html.querySelector('main')?.text ?? ''
    expect(says).toContain(begin)
    expect(says).not.toMatch(account)
    expect(page.html.querySelector('main .console')?.text).toBe(
      CONSOLE_WORDS[language === 'zh' ? 'zh-Hans' : language].mark,
    )
    const ways = page.html.querySelectorAll('a[href]')
    expect(ways.map((way) => way.getAttribute('href'))).not.toContain('/account/')
    const [home] = page.html.querySelectorAll('main .actions a')
    expect([home?.text.trim(), home?.getAttribute('href')]).toEqual([label, '/'])
    expect((await ida.open('/')).status).toBe(200)
  },
)
