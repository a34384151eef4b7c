import type { Page } from 'playwright-core'

/** One way in which a page is looked at. */
export interface Rendering {
  readonly name: string
  readonly size: { readonly width: number; readonly height: number }
  readonly media: NonNullable<Parameters<Page['emulateMedia']>[0]>
  /** Whether axe judges the page in it: colours that the browser chooses, and paper, are nothing to judge. */
  readonly isJudged: boolean
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
]

/** Shows a page in a rendering. */
export async function renderAs(page: Page, { size, media }: Rendering): Promise<void> {
  await page.setViewportSize(size)
  await page.emulateMedia(media)
}
