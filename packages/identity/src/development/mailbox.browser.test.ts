import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findFaults, loadAxe } from '../../../../journeys/pages/axe.ts'
import { launchChromium } from '../../../../scripts/test-chromium.ts'
import { createMailboxTransport } from '../mail/index.ts'
import { UTC } from '../platform/date-words.ts'
import { systemClock } from '../platform/system-clock.ts'
import { openMailboxServer } from './mailbox-server.ts'

/** A page that refuses to be in a frame, as the hosted pages do. Counts the requests. */
async function openSignInPage() {
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    response.writeHead(200, {
      'content-type': 'text/html',
      'content-security-policy': "frame-ancestors 'none'",
    })
    response.end('<title>Signed in</title>')
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.address() as AddressInfo
  return { asked, url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

test('a mail is shown as text and as HTML; its HTML runs and loads nothing, and its link leads the whole window', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-mailbox-'))
  const target = await openSignInPage()
  const mailbox = await openMailboxServer({
    dataDir,
    serviceName: 'Test',
    timeZone: UTC,
    host: '127.0.0.1',
    port: 0,
  })
  const browser = await launchChromium()
  try {
    const hostile = `<script>fetch('${target.url}/script')</script><img src="${target.url}/image" onerror="fetch('${target.url}/handler')"><meta http-equiv="refresh" content="0;url=${target.url}/refresh">`
    await createMailboxTransport(dataDir, systemClock).send({
      ...{ messageId: 'm-1', headerId: 'm-1@localhost', from: { name: 'Portico', address: 'a@b.example' } },
      ...{ to: 'ada@example.org', subject: 'Confirm', at: systemClock.now(), language: 'en' },
      text: `Open:\n${target.url}/link\n`,
      html: `<!doctype html><html lang="en"><head><title>Confirm</title></head><body>${hostile}<a href="${target.url}/link">Confirm</a></body></html>`,
    })
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    await page.goto(mailbox.url)
    await loadAxe(page)
    expect(await findFaults(page)).toEqual([])
    const link = page.frameLocator('iframe').getByRole('link', { name: 'Confirm' })
    await link.waitFor()
    expect(await page.locator('.letter').innerText()).toContain(`${target.url}/link`)
    const [text, framed] = [
      await page.locator('.letter').boundingBox(),
      await page.locator('iframe').boundingBox(),
    ]
    expect(framed?.x).toBeGreaterThan((text?.x ?? 0) + (text?.width ?? 0))
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
    expect(target.asked).toEqual([])
    await link.focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(`${target.url}/link`)
    expect(await page.title()).toBe('Signed in')
    expect(target.asked.filter((path) => path !== '/favicon.ico')).toEqual(['/link'])
  } finally {
    await browser.close()
    await mailbox.close()
    target.close()
    await rm(dataDir, { recursive: true })
  }
})
