import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { html } from '../../packages/identity/src/platform/html.ts'
import type { Rendering } from './renderings.ts'

/** Of 100. Letters stay sharp, and a picture has a few kilobytes. */
const QUALITY = 30

/** Looks of which every language has a picture, and those that one language shows for all. */
const EVERY_LANGUAGE = ['phone']
const ONE_LANGUAGE = ['phone', 'dark', 'narrow', 'forced', 'print']

/** The language in which most pictures are. */
export const MAIN_LANGUAGE = 'en'

/** What is in a picture. */
interface Subject {
  readonly language: string
  readonly name: string
  readonly rendering: Rendering
  /** The text part of a letter, which stands beside its picture. */
  readonly text?: string | undefined
}

/** Pictures of pages, and static files to look through them. */
export function openGallery(folder: string) {
  rmSync(folder, { recursive: true, force: true })
  const pictures: {
    readonly language: string
    readonly name: string
    readonly rendering: string
    readonly file: string
    readonly text: string | undefined
  }[] = []
  let bytes = 0
  return {
    /** Takes a picture of a page in a rendering, if the gallery wants it. */
    async take(page: Page, { language, name, rendering, text }: Subject) {
      const wanted = language === MAIN_LANGUAGE ? ONE_LANGUAGE : EVERY_LANGUAGE
      if (!wanted.includes(rendering.name)) return
      const image = await screenshot(page)
      const file = `${language}-${rendering.name}/${name}.webp`
      mkdirSync(join(folder, `${language}-${rendering.name}`), { recursive: true })
      writeFileSync(join(folder, file), image)
      bytes += image.length
      pictures.push({ language, name, rendering: rendering.name, file, text })
    },
    /** Writes a page for each language and rendering, and one that leads to them. Returns what there is. */
    close(): { readonly pictures: number; readonly bytes: number } {
      const sheets = Object.entries(
        Object.groupBy(pictures, ({ language, rendering }) => `${language}-${rendering}`),
      )
      for (const [name, shown = []] of sheets) {
        const figures = shown.map(
          ({ name: page, file, text }) =>
            html`<figure><img loading="lazy" src="${file}" alt=""><figcaption>${page}</figcaption>${text !== undefined && html`<pre dir="auto">${text}</pre>`}</figure>`,
        )
        writeFileSync(join(folder, `${name}.html`), sheet(name, html`<div>${figures}</div>`))
      }
      const links = sheets.map(
        ([name, shown = []]) => html`<li><a href="${name}.html">${name}</a> (${shown.length})</li>`,
      )
      writeFileSync(join(folder, 'index.html'), sheet('Every page', html`<ul>${links}</ul>`))
      return { pictures: pictures.length, bytes }
    },
  }
}

const sheet = (title: string, content: ReturnType<typeof html>) =>
  html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>
body { font-family: system-ui, sans-serif; margin: 1rem; background: #ddd; color: #111 }
div { display: grid; grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)); gap: 1rem; align-items: start }
figure { margin: 0 }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #fff; padding: 0.5rem }
img { inline-size: 100%; border: 1px solid #777; background: #fff }
</style>
<h1>${title}</h1>
${content}
</html>
`.toString()

/** The whole page, also what is below the window. */
async function screenshot(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    captureBeyondViewport: true,
  })
  await session.detach()
  return Buffer.from(data, 'base64')
}
