import type { LocalText } from '../platform/languages.ts'

/** The colour of buttons, links and the mark, and the colour of the words on a button: `#rrggbb`. */
export interface Palette {
  readonly accent: string
  readonly onAccent: string
}

/** The colours on a light and on a dark ground. */
export interface BrandColours {
  readonly light: Palette
  readonly dark: Palette
}

/** The pages that a deployment may name in the foot. */
export type BrandLink = 'help' | 'privacy' | 'accessibility'

/** The logo, which the service itself serves. */
export interface BrandLogo {
  readonly extension: 'svg' | 'png'
  readonly contentType: 'image/svg+xml' | 'image/png'
  readonly body: Buffer
}

/** How its citizens reach the people who help: a number to call, an address to write to, and when somebody answers. */
export interface BrandContact {
  readonly phone?: LocalText
  readonly email?: LocalText
  readonly hours?: LocalText
}

/** How a deployment looks. What is not set looks as without a file. */
export interface Brand {
  readonly name?: LocalText
  readonly logo?: BrandLogo
  readonly colours?: BrandColours
  readonly links: Readonly<Partial<Record<BrandLink, LocalText>>>
  readonly contact?: BrandContact
}
