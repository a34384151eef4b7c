import type { Brand, Palette } from '../brand/index.ts'
import { type InlineStyle, inlineStyle } from '../platform/html.ts'
import { type Asset, assetOf, pageRules } from './assets.ts'

/** How the pages of a deployment look: its links, its contact, its colours, and the file of its logo. */
export interface Design {
  readonly links: Brand['links']
  readonly contact?: Brand['contact']
  /** Its name, where it has one for each language. */
  readonly name?: Brand['name']
  readonly style: InlineStyle
  readonly logo?: Asset
}

/** The style of a deployment without colours of its own. */
export const porticoStyle: InlineStyle = inlineStyle(pageRules)

/** Makes the design of a deployment, with more rules for pages that have other parts. Without a brand, it is that of Portico. */
export function designOf(brand: Brand | undefined, moreRules = ''): Design {
  const { colours, logo, links = {}, contact, name } = brand ?? {}
  return {
    links,
    ...(contact && { contact }),
    ...(name && { name }),
    style: styleOf(colours, moreRules),
    ...(logo && { logo: assetOf('brand', logo.extension, logo.contentType, logo.body) }),
  }
}

/** The files of a design. */
export function assetsOf({ logo }: Design): readonly Asset[] {
  return logo ? [logo] : []
}

function styleOf(colours: Brand['colours'], moreRules: string): InlineStyle {
  if (!colours && moreRules === '') return porticoStyle
  return inlineStyle(pageRules + (colours ? colourRules(colours) : '') + moreRules)
}

function colourRules({ light, dark }: NonNullable<Brand['colours']>): string {
  return `:root{${variables(light)}}@media (prefers-color-scheme:dark){:root{${variables(dark)}}}\n`
}

/** The values are checked: six hexadecimal digits each. */
function variables({ accent, onAccent }: Palette): string {
  return `--accent:${accent};--accent-deep:${accent};--on-accent:${onAccent}`
}
