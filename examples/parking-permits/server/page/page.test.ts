import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parse } from 'node-html-parser'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from '../../testing/stage.ts'
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
  for (const script of html.querySelectorAll('script')) {
    expect(script.getAttribute('src')).toBe('/app.js')
    expect(script.text.trim()).toBe('')
  }
  expect(html.querySelectorAll('style, [style], [onclick], [onload], [onsubmit]')).toEqual([])
  for (const field of html.querySelectorAll('input, select'))
    expect(html.querySelector(`label[for="${field.id}"]`)?.text).toMatch(/\w/)
  for (const form of html.querySelectorAll('form')) expect(form.getAttribute('method')).toBe('post')
  expect(html.querySelector('meta[name=return-uri]')?.getAttribute('content')).toBe(`${stage.url}/signed-in`)
})

test('every element that the script looks for is on the page', async () => {
  const html = parse(await readFile(new URL('../../web/index.html', import.meta.url), 'utf8'))
  const files = ['main', 'visitor-page', 'notice', 'permits', 'officer', 'old-account']
  const sources = await Promise.all(
    files.map((name) => readFile(new URL(`../../web/${name}.ts`, import.meta.url), 'utf8')),
  )
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
  const page = await bundlePage('https://permits.example', [
    'https://phone.example/back',
    'https://permits.example/in',
  ])
  expect(page.paths).toEqual(['/', '/in'])
  const sly = await bundlePage('https://permits.example', ['https://permits.example/in?a="><script>'])
  expect(sly.html.body).not.toContain('"><script>')
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
