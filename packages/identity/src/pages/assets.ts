import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Html, html } from '../platform/html.ts'

/** A file that pages link to. Its path changes with its content, so caches may keep it for ever. */
export interface Asset {
  readonly path: string
  readonly contentType: string
  readonly body: string | Buffer
}

const HASH_CHARACTERS = 16

/** A file whose path has the hash of its content. */
export function assetOf(name: string, extension: string, contentType: string, body: string | Buffer): Asset {
  const hash = createHash('sha256').update(body).digest('hex').slice(0, HASH_CHARACTERS)
  return { path: `/assets/${name}.${hash}.${extension}`, contentType, body }
}

const readFile = (extension: 'css' | 'svg' | 'js'): string =>
  readFileSync(new URL(`./portico.${extension}`, import.meta.url), 'utf8')

/** Comment lines and indentation of a script: browsers need neither. The script has no text of several lines. */
const FOR_READERS = /^\s*\/\/.*\n|^\s+/gm

/** The comments of a stylesheet, and the ends of its lines, each of which follows a sign. The stylesheet has no text with either. */
const CSS_FOR_READERS = /\/\*[^]*?\*\/|\s*\n\s*/g

/** The rules of every page, before those of a deployment. */
export const pageRules: string = readFile('css').replaceAll('\r\n', '\n').replace(CSS_FOR_READERS, '')

/** The icon that browsers show beside the title. */
export const favicon: Asset = assetOf('portico', 'svg', 'image/svg+xml', readFile('svg'))

/** The one script: passkeys, the countdown to the next mail, passwords, printing and copying. */
export const script: Asset = assetOf(
  'portico',
  'js',
  'text/javascript; charset=utf-8',
  readFile('js').replace(FOR_READERS, ''),
)

/** The element of a page that loads the script, once. Without it, passwords are not shown. */
export const scriptElement: Html = html`<script src="${script.path}" defer></script>`

/** All files that the pages link to. */
export const assets: readonly Asset[] = [favicon, script]
