import { type BrandColours, type BrandLogo, type Palette, readBrandFile } from '../brand/index.ts'
import {
  listOf,
  mapOf,
  objectSchema,
  oneWordOf,
  orNull,
  type Schema,
  textSchema,
} from '../platform/operation.ts'
import type { Answer, Call } from './command.ts'

const LOCAL: Schema = {
  oneOf: [{ type: 'string' }, mapOf({ type: 'string' }, 'A text for each language, by its tag.')],
}

const LOCALS = ['help', 'privacy', 'accessibility'] as const

const PALETTE = objectSchema<Palette>('Palette', {
  accent: textSchema('Of buttons, links and the mark.'),
  onAccent: textSchema('Of the words on a button.'),
})

/** What the file says, or what is wrong with it. */
export const BRAND: Schema = {
  oneOf: [
    objectSchema('BrandFaults', { faults: { ...listOf(textSchema('A fault, in words.')), minItems: 1 } }),
    objectSchema('Brand', {
      faults: { type: 'array', maxItems: 0, description: 'There are none.' },
      name: orNull(LOCAL),
      logo: orNull(oneWordOf<BrandLogo['extension']>({ svg: '', png: '' })),
      colours: orNull(objectSchema<BrandColours>('BrandColours', { light: PALETTE, dark: PALETTE })),
      links: objectSchema('BrandLinks', Object.fromEntries(LOCALS.map((link) => [link, LOCAL])), LOCALS),
      contact: orNull(
        objectSchema('BrandContact', { phone: LOCAL, email: LOCAL, hours: LOCAL }, [
          'phone',
          'email',
          'hours',
        ]),
      ),
    }),
  ],
}

/** Reads a brand file as the service does at its start, and says every fault. */
export async function brandCheck({ given }: Call): Promise<Answer> {
  const read = readBrandFile(given.operand('file'))
  if (!read.ok) return { json: { faults: read.refusal }, lines: read.refusal, exitCode: 1 }
  const { name, logo, colours, links, contact } = read.value
  const set = {
    name: name ?? null,
    logo: logo?.extension ?? null,
    colours: colours ?? null,
    links,
    contact: contact ?? null,
  }
  return { json: { faults: [], ...set }, lines: ['The file is good. Name it in PORTICO_BRAND_FILE.'] }
}
