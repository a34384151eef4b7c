import type { BrandColours, Palette } from './brand.ts'
import { contrast, isColour } from './contrast.ts'

/** The grounds of `pages/portico.css`, on which the accent is read. */
const GROUNDS = {
  light: ['#ffffff', '#f4f2ec', '#e6f0f1'],
  dark: ['#182328', '#10181c', '#1c3338'],
} as const

/** Text of normal size needs this contrast (WCAG 2.2, criterion 1.4.3). */
const LEAST_CONTRAST = 4.5

type Shade = keyof typeof GROUNDS

/** Reads both palettes, and adds a sentence for each fault. A colour that cannot be read is refused. */
export function readColours(given: unknown, faults: string[]): BrandColours | undefined {
  if (given === undefined) return undefined
  if (!isObject(given)) return fault(faults, 'colours is not an object with "light" and "dark"')
  refuseOthers(given, ['light', 'dark'], 'colours', faults)
  const [light, dark] = [readPalette(given, 'light', faults), readPalette(given, 'dark', faults)]
  return light && dark ? { light, dark } : undefined
}

function readPalette(
  given: Readonly<Record<string, unknown>>,
  shade: Shade,
  faults: string[],
): Palette | undefined {
  const palette = given[shade]
  const place = `colours.${shade}`
  if (!isObject(palette))
    return fault(faults, `${place} is missing: write {"accent": "#rrggbb", "onAccent": "#rrggbb"}`)
  refuseOthers(palette, ['accent', 'onAccent'], place, faults)
  const { accent, onAccent } = palette
  if (!isColour(accent)) return fault(faults, `${place}.accent is not a colour such as #0b5563`)
  if (!isColour(onAccent)) return fault(faults, `${place}.onAccent is not a colour such as #ffffff`)
  for (const ground of GROUNDS[shade])
    if (contrast(accent, ground) < LEAST_CONTRAST)
      faults.push(
        `${place}.accent ${accent} cannot be read on ${ground}: ${ratio(accent, ground)}. ${ADVICE[shade]}`,
      )
  if (contrast(accent, onAccent) < LEAST_CONTRAST)
    faults.push(
      `${place}.onAccent ${onAccent} cannot be read on ${accent}: ${ratio(onAccent, accent)}. Choose white or black, or another accent`,
    )
  return { accent, onAccent }
}

const ADVICE: Readonly<Record<Shade, string>> = {
  light: 'Choose a darker colour',
  dark: 'Choose a lighter colour',
}

function ratio(one: string, other: string): string {
  return `the contrast is ${contrast(one, other).toFixed(2)}, and at least ${LEAST_CONTRAST} is needed`
}

/** Whether a value of JSON is an object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Adds a sentence for each name that is not known. */
export function refuseOthers(given: object, known: readonly string[], place: string, faults: string[]): void {
  for (const name of Object.keys(given))
    if (!known.includes(name))
      faults.push(`${place} has no "${name.slice(0, 40)}": it knows ${known.join(', ')}`)
}

function fault(faults: string[], sentence: string): undefined {
  faults.push(sentence)
}
