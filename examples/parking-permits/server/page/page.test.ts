import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parse } from 'node-html-parser'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from '../../testing/stage.ts'
import { ALL_LANGUAGES, LANGUAGES } from '../../words/languages.ts'
import { bundlePage } from './bundle-page.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const visit = (path: string, headers: Record<string, string> = {}) => fetch(stage.url + path, { headers })

test('the page is shown at / and at the return address, and is not cached', async () => {
  for (const path of ['/', '/signed-in?sso_code=x', '/signed-in?sso_error=cancelled']) {
    const answer = await visit(path)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(answer.headers.get('content-security-policy')).toMatch(
      /default-src 'none'.*frame-ancestors 'none'/,
    )
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  }
})

test('the page has no script or style of its own, every field has a label, and no form goes anywhere by itself', async () => {
  const html = parse(await (await visit('/')).text())
  for (const script of html.querySelectorAll('script:not([type="application/json"])')) {
    expect(script.getAttribute('src')).toBe('/app.js')
    expect(script.text.trim()).toBe('')
  }
  expect(html.querySelectorAll('style, [style], [onclick], [onload], [onsubmit]')).toEqual([])
  for (const field of html.querySelectorAll('input, select'))
    expect(html.querySelector(`label[for="${field.id}"]`)?.text).toMatch(/\w/)
  for (const form of html.querySelectorAll('form')) expect(form.getAttribute('method')).toBe('post')
  expect(html.querySelector('meta[name=return-uri]')?.getAttribute('content')).toBe(`${stage.url}/signed-in`)
})

const languageOfPage = async (headers: Record<string, string>) => {
  const html = parse(await (await visit('/', headers)).text()).querySelector('html')
  return [html?.getAttribute('lang'), html?.getAttribute('dir'), html?.querySelector('h1')?.text]
}
const GERMAN = ['de', 'ltr', LANGUAGES.de.page.title]
const ARABIC = ['ar', 'rtl', LANGUAGES.ar.page.title]

test('the page comes in the language that the browser asks for, until the citizen chooses another', async () => {
  expect(await languageOfPage({ 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' })).toEqual(GERMAN)
  const choice = await fetch(`${stage.url}/language/ar`, { redirect: 'manual' })
  expect([choice.status, choice.headers.get('location')]).toEqual([303, '/'])
  const cookie = choice.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/; Path=\/; Max-Age=\d+; SameSite=Lax; HttpOnly$/)
  const remembered = `other=1; ${cookie.split(';')[0]}`
  expect(await languageOfPage({ 'accept-language': 'de', cookie: remembered })).toEqual(ARABIC)
})

test.each(['xx', 'constructor', '__proto__', 'EN', 'de%0d%0aset-cookie:%20a=1'])(
  'the language %s, which the program does not speak, is neither chosen nor remembered',
  async (language) => {
    const choice = await fetch(`${stage.url}/language/${language}`, { redirect: 'manual' })
    expect([choice.status, choice.headers.get('set-cookie')]).toEqual([404, null])
    const cookie = `permits_language=${language}`
    expect(await languageOfPage({ 'accept-language': 'de', cookie })).toEqual(GERMAN)
  },
)

test.each(ALL_LANGUAGES)(
  'the page in %s has every text, and the words that its script says',
  async (language) => {
    const page = await bundlePage('https://permits.example', [], 'UTC')
    const html = parse(page.htmlIn(language))
    const { page: texts, app } = LANGUAGES[language]
    expect(page.htmlIn(language)).not.toMatch(/\{\{/)
    expect(JSON.parse(html.querySelector('meta[name=words]')?.getAttribute('content') ?? '')).toEqual(app)
    const shown = `${html.querySelector('html')?.structuredText} ${html.querySelector('nav')?.getAttribute('aria-label')}
    ${html.querySelector('meta[name=description]')?.getAttribute('content')} ${html.querySelector('noscript')?.text}`
    for (const text of Object.values(texts)) expect(shown).toContain(text)
    expect(html.querySelectorAll('.languages a').map((link) => link.getAttribute('lang'))).toEqual(
      ALL_LANGUAGES,
    )
    expect(html.querySelector('.languages [aria-current]')?.text).toBe(LANGUAGES[language].ownName)
  },
)

test('every element that the script looks for is on the page', async () => {
  const html = parse(await readFile(new URL('../../web/index.html', import.meta.url), 'utf8'))
  const folder = new URL('../../web/', import.meta.url)
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts'))
  const sources = await Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')))
  const ids = sources.flatMap((text) =>
    [...text.matchAll(/\b(?:at|show|onSubmit)\('([\w-]+)'/g)].map(([, id]) => id),
  )
  expect(ids.length).toBeGreaterThan(15)
  for (const id of ids) expect(html.querySelector(`#${id}`), id).not.toBeNull()
})

// proves: program-1.4-no-secret-in-app
test('the page loads one module without imports, and loads it again only after a change', async () => {
  for (const path of ['/app.js', '/style.css', '/icon.svg']) {
    const answer = await visit(path)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache'])
    const again = await visit(path, { 'if-none-match': answer.headers.get('etag') ?? '' })
    expect([again.status, await again.text()]).toEqual([304, ''])
    if (path === '/app.js') expect(await answer.text()).not.toMatch(/\bimport\s*[({"']|require\(/)
  }
})

test('a return address of another origin is for another app, and none can break out of the page', async () => {
  const returnUris = ['https://phone.example/back', 'https://permits.example/in']
  const page = await bundlePage('https://permits.example', returnUris, 'UTC')
  expect(page.paths).toEqual(['/', '/in'])
  const sly = await bundlePage('https://permits.example', ['https://permits.example/in?a="><script>'], 'UTC')
  expect(sly.htmlIn('en')).not.toContain('"><script>')
})

test('an unknown address is 404, and another method changes nothing', async () => {
  for (const path of [
    '/nothing',
    '/api/v1/nothing/',
    '/../package.json',
    '/web/main.ts',
    '/api/v1/sso/nothing/',
  ])
    expect((await visit(path)).status).toBe(404)
  expect((await fetch(`${stage.url}/`, { method: 'POST' })).status).toBe(404)
})

test('the page type-checks as a browser would run it', () => {
  const folder = fileURLToPath(new URL('../../web/', import.meta.url))
  const { config } = ts.readConfigFile(`${folder}tsconfig.json`, ts.sys.readFile)
  const parsed = ts.parseJsonConfigFileContent(config, ts.sys, folder)
  expect(parsed.fileNames.length).toBeGreaterThan(5)
  const program = ts.createProgram(parsed.fileNames, parsed.options)
  const faults = [...parsed.errors, ...ts.getPreEmitDiagnostics(program)]
  expect(faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([])
})
