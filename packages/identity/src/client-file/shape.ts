import { nearest } from '../platform/nearest.ts'
import type { Entry, Fault, Tree } from './document.ts'

/** A schema in JSON Schema, draft 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** A part of the file: how it is read, and how an editor knows it. Both are made from one description. */
export interface Shape<Value> {
  readonly schema: JsonSchema
  /** Undefined where the part has a fault, which is then told. */
  readonly read: (tree: Tree, reading: Reading) => Value | undefined
}

/** A value that was read, and the place of its parts. */
export interface Reading {
  readonly fault: (fault: Fault) => void
  readonly line: (at: number) => number
}

/** A value, and where it stands. */
export interface At<Value> {
  readonly value: Value
  readonly at: number
}

/** A text. No sentence about it repeats it: it may be a secret in the wrong place. */
export function text(
  means: string,
  fits?: { readonly pattern: string; readonly says: string },
): Shape<string> {
  const pattern = fits && new RegExp(fits.pattern, 'u')
  return {
    schema: { type: 'string', description: means, ...(fits && { pattern: fits.pattern }) },
    read(tree, { fault }) {
      if (tree.kind !== 'value' || typeof tree.value !== 'string')
        return wrong(fault, tree, 'a text: put it in quotation marks')
      if (pattern && !pattern.test(tree.value)) return wrong(fault, tree, fits.says)
      return tree.value
    },
  }
}

/** One of some words. */
export function oneOf<Word extends string>(means: string, words: readonly Word[]): Shape<Word> {
  return {
    schema: { enum: words, description: means },
    read(tree, { fault }) {
      const word = words.find((one) => tree.kind === 'value' && tree.value === one)
      return word ?? wrong(fault, tree, `one of: ${words.join(', ')}`)
    },
  }
}

/** A whole number. */
export function wholeNumber(means: string, { least, most }: { least: number; most: number }): Shape<number> {
  return {
    schema: { type: 'integer', minimum: least, maximum: most, description: means },
    read(tree, { fault }) {
      const value = tree.kind === 'value' ? tree.value : undefined
      if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most)
        return value
      return wrong(fault, tree, `a whole number from ${least} to ${most}`)
    },
  }
}

/** The same, or `null` for none. */
export function orNull<Value>(shape: Shape<Value>): Shape<Value | null> {
  const { description, ...own } = shape.schema
  return {
    schema: { description, anyOf: [own, { type: 'null' }] },
    read: (tree, reading) =>
      tree.kind === 'value' && tree.value === null ? null : shape.read(tree, reading),
  }
}

/** A value with its place. */
export function placed<Value>(shape: Shape<Value>): Shape<At<Value>> {
  return {
    schema: shape.schema,
    read(tree, reading) {
      const value = shape.read(tree, reading)
      return value === undefined ? undefined : { value, at: tree.at }
    },
  }
}

/** A list. */
export function listOf<Value>(
  means: string,
  item: Shape<Value>,
  { least }: { readonly least: 0 | 1 },
): Shape<readonly Value[]> {
  const most = least === 1 ? { minItems: 1 } : {}
  return {
    schema: { type: 'array', items: item.schema, uniqueItems: true, ...most, description: means },
    read(tree, reading) {
      if (tree.kind !== 'list' || tree.items.length < least)
        return wrong(reading.fault, tree, least === 0 ? 'a list' : 'a list of at least one')
      const items = tree.items.map((one) => item.read(one, reading))
      const known = items.filter((one) => one !== undefined)
      return known.length === items.length ? known : undefined
    },
  }
}

/** What the names of a map must be: what the pattern says, which editors know, and what it cannot say. */
interface MapNames {
  readonly called: string
  readonly pattern: string
  readonly fits?: (name: string) => boolean
  readonly says: string
}

/** A map whose names the writer of the file chooses. */
export function mapOf<Value>(
  means: string,
  value: Shape<Value>,
  names: MapNames,
): Shape<ReadonlyMap<string, At<Value>>> {
  const pattern = new RegExp(names.pattern, 'u')
  return {
    schema: {
      type: 'object',
      propertyNames: { pattern: names.pattern },
      additionalProperties: value.schema,
      description: means,
    },
    read(tree, reading) {
      if (tree.kind !== 'map') return wrong(reading.fault, tree, 'a map of names and values')
      const found = new Map<string, At<Value>>()
      for (const { key, at, value: given } of once(tree.entries, names.called, reading)) {
        if (!pattern.test(key) || names.fits?.(key) === false)
          reading.fault({ at, says: `${JSON.stringify(key)} ${names.says}.` })
        const read = value.read(given, reading)
        if (read !== undefined) found.set(key, { value: read, at })
      }
      return found
    },
  }
}

/** A shape for each name that there is. */
export type Fields<Value> = { readonly [Name in keyof Value]: Shape<Value[Name]> }

/** A map with these names and no others. A name that is not given is none of the value. */
export function fieldsOf<Value extends object>(means: string, fields: Fields<Value>): Shape<Partial<Value>> {
  const names = Object.keys(fields)
  const schemas = Object.entries<Shape<unknown>>(fields).map(([name, { schema }]) => [name, schema])
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(schemas),
      additionalProperties: false,
      description: means,
    },
    read(tree, reading) {
      if (tree.kind !== 'map') return wrong(reading.fault, tree, `a map with: ${names.join(', ')}`)
      const entries = once(tree.entries, 'The name', reading)
      for (const { key, at } of entries)
        if (!names.includes(key)) reading.fault({ at, says: sayUnknown(key, names) })
      const value: Partial<Value> = {}
      for (const name in fields) {
        const entry = entries.find(({ key }) => key === name)
        const read = entry && fields[name].read(entry.value, reading)
        if (read !== undefined) value[name] = read
      }
      return value
    },
  }
}

/** The entries, each name once. A second one is a fault, and where it is told, the first one stands, too. */
function once(entries: readonly Entry[], called: string, { fault, line }: Reading): readonly Entry[] {
  return entries.filter(({ key, at }, index) => {
    const first = entries.findIndex((one) => one.key === key)
    if (first === index) return true
    const before = entries[first]?.at ?? 0
    fault({ at, says: `${called} ${JSON.stringify(key)} is given twice: first on line ${line(before)}.` })
    return false
  })
}

function sayUnknown(key: string, names: readonly string[]): string {
  const meant = nearest(key, names)
  const instead = meant === undefined ? `There are: ${names.join(', ')}.` : `Did you mean ${meant}?`
  return `The name ${JSON.stringify(key)} is unknown. ${instead}`
}

function wrong(fault: Reading['fault'], { kind, at }: Tree, what: string): undefined {
  if (kind !== 'unread') fault({ at, says: `This must be ${what}.` })
  return undefined
}
