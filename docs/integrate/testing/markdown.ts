import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The folder of the repository. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** A Markdown page, by its path in the repository. */
export interface Page {
  readonly path: string
  readonly text: string
}

/** A fenced code block. `sample` is the file that it shows, if its info string names one. */
export interface Block {
  readonly sample: string | null
  readonly code: string
}

/** Reads one page. */
export const pageAt = (path: string): Page => ({ path, text: readFileSync(`${ROOT}${path}`, 'utf8') })

/** Every page of the documentation, and every README. */
export function allPages(): readonly Page[] {
  const patterns = ['docs/**/*.md', '*.md', 'packages/*/*.md', 'examples/**/*.md', 'journeys/**/*.md']
  const exclude = (path: string) => path.includes('node_modules')
  return globSync(patterns, { cwd: ROOT, exclude })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map(pageAt)
}

/** The fenced blocks of a page. */
export function blocksOf({ text }: Page): readonly Block[] {
  return [...text.matchAll(/^```\w* ?(\S*)\n([\s\S]*?)^```$/gm)].map(([, sample = '', code = '']) => ({
    sample: sample === '' ? null : sample,
    code,
  }))
}

/** The page without its code, because code has no links, headings or quotes. */
export function proseOf({ text }: Page): string {
  return text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '')
}

/** The relative links of a page. */
export function linksOf(page: Page): readonly string[] {
  const prose = proseOf(page).replaceAll(/`[^`\n]*`/g, '')
  const targets = [...prose.matchAll(/\[[^\]]*\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
  return targets.filter((target) => !/^[a-z]+:/.test(target))
}

/** The anchors of a page: its headings, as GitHub writes them, and explicit anchors. */
export function anchorsOf(page: Page): readonly string[] {
  const headings = [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, words = '']) => slugOf(words))
  const explicit = [...page.text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)
  return [...headings, ...explicit]
}

const slugOf = (words: string): string =>
  words
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')
