import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { launchChromium } from '../../../scripts/test-chromium.ts'
import { useStage } from '../testing/stage.ts'

const PAGE = `
  import { createSsoClient } from '@portico/app'
  import { savePermits, showEvents } from './events.ts'
  const sso = createSsoClient({ programBaseUrl: location.origin, returnUri: location.origin + '/signed-in' })
  const state = await sso.start()
  if (state.status === 'signed_out') await sso.signIn()
  else void showEvents(sso, (text) => document.body.append(text))
  onclick = () => savePermits(sso)`

async function script(): Promise<string> {
  const resolveDir = fileURLToPath(new URL('front-end/', import.meta.url))
  const { outputFiles } = await build({
    stdin: { contents: PAGE, resolveDir, loader: 'ts' },
    ...{ bundle: true, format: 'esm', target: 'es2022', write: false },
  })
  return outputFiles[0]?.text ?? ''
}

// Redirects of the browser do not use the routes of a test, so the test follows them itself.
const MANUAL = { redirect: 'manual' } as const

const stage = useStage()

test('a browser opens an event stream and a download with tickets, each once', async () => {
  await stage.run('tickets.ts')
  const enter = stage.as('ana@example.test')
  const body = `<!doctype html><body><script type="module">${await script()}</script>`
  const browser = await launchChromium()
  try {
    const tab = await browser.newPage()
    const opened: string[] = []
    tab.on('request', (request) => opened.push(request.url()))
    for (const path of ['/', '/signed-in*'])
      await tab.route(`${stage.base}${path}`, (route: Route) =>
        route.fulfill({ contentType: 'text/html', body }),
      )
    await tab.route(`${stage.identity.baseUrl}/o/authorize/*`, async (route: Route) => {
      const landed = await fetch(await enter(route.request().url()), MANUAL)
      const goOn = `<script>location.replace(${JSON.stringify(landed.headers.get('location'))})</script>`
      await route.fulfill({ contentType: 'text/html', body: goOn })
    })
    await tab.goto(`${stage.base}/`)
    await tab.getByText('Hello Ana Example').waitFor()
    const [download] = await Promise.all([tab.waitForEvent('download'), tab.click('body')])
    expect(download.suggestedFilename()).toBe('permits.csv')
    const urls = opened.filter((url) => url.includes('sso_ticket='))
    expect(urls.map((url) => new URL(url).pathname)).toEqual(['/api/events', '/api/permits.csv'])
    expect(await Promise.all(urls.map(async (url) => (await fetch(url)).status))).toEqual([401, 401])
  } finally {
    await browser.close()
  }
})
