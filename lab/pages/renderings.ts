import type { Page } from 'playwright-core'

/** One way in which a page is looked at. */
export interface Rendering {
  readonly name: string
  readonly size: { readonly width: number; readonly height: number }
  readonly media: NonNullable<Parameters<Page['emulateMedia']>[0]>
  /** Whether axe judges the page in it: colours that the browser chooses, and paper, are nothing to judge. */
  readonly isJudged: boolean
  /** Whether the reader sets more space between lines, words and letters: WCAG 2.2, success criterion 1.4.12. */
  readonly isSpaced?: boolean
}

const PHONE = { width: 390, height: 780 }
const NARROW = { width: 320, height: 640 }
const DESKTOP = { width: 1280, height: 800 }
const LIGHT = { colorScheme: 'light', forcedColors: 'none', media: 'screen' } as const

/** Every rendering, in the order of the pictures. */
export const RENDERINGS: readonly Rendering[] = [
  { name: 'phone', size: PHONE, media: LIGHT, isJudged: true },
  { name: 'dark', size: DESKTOP, media: { ...LIGHT, colorScheme: 'dark' }, isJudged: true },
  { name: 'narrow', size: NARROW, media: LIGHT, isJudged: true },
  { name: 'forced', size: PHONE, media: { ...LIGHT, forcedColors: 'active' }, isJudged: false },
  { name: 'print', size: DESKTOP, media: { ...LIGHT, media: 'print' }, isJudged: false },
  { name: 'spaced', size: NARROW, media: LIGHT, isJudged: false, isSpaced: true },
]

/** The least that a page must bear. A sheet that is adopted is no matter of the Content Security Policy. */
const SPACE = `(() => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }')
  document.adoptedStyleSheets = [sheet]
})()`
const NO_SPACE = 'void (document.adoptedStyleSheets = [])'

/** Shows a page in a rendering. */
export async function renderAs(page: Page, { size, media, isSpaced = false }: Rendering): Promise<void> {
  await page.setViewportSize(size)
  await page.emulateMedia(media)
  await page.evaluate(isSpaced ? SPACE : NO_SPACE)
}
