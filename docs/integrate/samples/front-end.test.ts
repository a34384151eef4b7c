import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Route } from 'playwright-core'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { launchChromium } from '../../../scripts/test-chromium.ts'

import { useStage } from '../testing/stage.ts'

const folder = fileURLToPath(new URL('front-end/', import.meta.url))

async function bundle(file: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${folder}${file}`],
    ...{ bundle: true, minify: true, format: 'esm', target: 'es2022', write: false },
  })
  return outputFiles[0]?.text ?? ''
}

test('the front end samples type-check as a browser would run them', () => {
  const parsed = ts.parseJsonConfigFileContent(
    ts.readConfigFile(`${folder}tsconfig.json`, ts.sys.readFile).config,
    ts.sys,
    folder,
  )
  expect(parsed.fileNames.map((name) => name.slice(folder.length)).sort()).toEqual([
    'app.ts',
    'events.ts',
    'mobile.ts',
  ])
  const program = ts.createProgram(parsed.fileNames, parsed.options)
  const faults = [...parsed.errors, ...ts.getPreEmitDiagnostics(program)]
  expect(faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([])
})

test.each(['app.ts', 'mobile.ts'])('%s bundles into one module without a dependency left', async (file) => {
  expect(await bundle(file)).not.toMatch(/\bimport\b|require\(/)
})

// Redirects of the browser do not use the routes of a test, so the test follows them itself.
const MANUAL = { redirect: 'manual' } as const

const stage = useStage()

test('the page signs a citizen in and out in a real browser, beside the backend sample', async () => {
  await stage.run('node.ts')
  const enter = stage.as('ana@example.test')
  const [html, script] = [await readFile(`${folder}index.html`, 'utf8'), await bundle('app.ts')]
  const page = { contentType: 'text/html', body: html }
  const browser = await launchChromium()
  try {
    const tab = await browser.newPage()
    await tab.route(`${stage.base}/`, (route: Route) => route.fulfill(page))
    await tab.route(`${stage.base}/signed-in*`, (route: Route) => route.fulfill(page))
    await tab.route(`${stage.base}/app.js`, (route: Route) =>
      route.fulfill({ contentType: 'text/javascript', body: script }),
    )
    await tab.route(`${stage.identity.baseUrl}/o/authorize/*`, async (route: Route) => {
      const landed = await fetch(await enter(route.request().url()), MANUAL)
      const goOn = `<script>location.replace(${JSON.stringify(landed.headers.get('location'))})</script>`
      await route.fulfill({ contentType: 'text/html', body: goOn })
    })
    await tab.goto(`${stage.base}/`)
    await tab.getByRole('button', { name: 'Sign in' }).click()
    await tab.getByText('Ana Example').waitFor()
    expect(tab.url()).toBe(`${stage.base}/`)
    await tab.getByRole('button', { name: 'Sign out' }).click()
    await tab.getByRole('button', { name: 'Sign in' }).waitFor()
    await expect.poll(() => tab.textContent('#greeting')).toBe('')
  } finally {
    await browser.close()
  }
})
