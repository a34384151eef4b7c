import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

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

function readAsset(extension: 'css' | 'svg' | 'js', contentType: string): Asset {
  const body = readFileSync(new URL(`./portico.${extension}`, import.meta.url), 'utf8')
  return assetOf('portico', extension, contentType, body)
}

/** The stylesheet of every page. */
export const stylesheet: Asset = readAsset('css', 'text/css; charset=utf-8')

/** The icon that browsers show beside the title. */
export const favicon: Asset = readAsset('svg', 'image/svg+xml')

/** The one script, for the pages with passkeys and for local times. */
export const script: Asset = readAsset('js', 'text/javascript; charset=utf-8')

/** All files that the pages need. */
export const assets: readonly Asset[] = [stylesheet, favicon, script]
