import type { Brand, Palette } from '../brand/index.ts'
import { type Asset, assetOf } from './assets.ts'

/** How the pages of a deployment look: its links, and the files for its colours and its logo. */
export interface Design {
  readonly links: Brand['links']
  readonly stylesheet?: Asset
  readonly logo?: Asset
}

/** Makes the design of a deployment. Without a brand, it is that of Portico. */
export function designOf(brand: Brand | undefined): Design {
  const { colours, logo, links = {} } = brand ?? {}
  return {
    links,
    ...(colours && { stylesheet: assetOf('brand', 'css', 'text/css; charset=utf-8', colourRules(colours)) }),
    ...(logo && { logo: assetOf('brand', logo.extension, logo.contentType, logo.body) }),
  }
}

/** The files of a design. */
export function assetsOf({ stylesheet, logo }: Design): readonly Asset[] {
  return [stylesheet, logo].filter((file) => file !== undefined)
}

function colourRules({ light, dark }: NonNullable<Brand['colours']>): string {
  return `:root{${variables(light)}}@media (prefers-color-scheme:dark){:root{${variables(dark)}}}\n`
}

/** The values are checked: six hexadecimal digits each. */
function variables({ accent, onAccent }: Palette): string {
  return `--accent:${accent};--accent-deep:${accent};--on-accent:${onAccent}`
}
