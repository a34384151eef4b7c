import type { DescribedAnswer } from '../../../packages/identity/src/command/index.ts'
import { INSTANT, type Schema } from '../../../packages/identity/src/platform/operation.ts'
import { tableOf } from './page-tables.ts'

/** The shapes of what commands answer, for the page about them. */
export interface AnswerShapes {
  /** What an answer is, in words. */
  readonly tell: (schema: Schema) => string
  /** A table for each shape that only these answers have. */
  readonly ownTables: (answers: readonly DescribedAnswer[]) => readonly string[]
  /** The shapes that answers of several commands have, each under a heading. */
  readonly shared: () => readonly string[]
}

interface Use {
  readonly schema: Schema
  users: number
}

/** Two shapes that have fewer properties in common only look alike. */
const FEWEST = 5

/** Sorts the shapes by who has them. `commands` has the answers of each command. */
export function shapesOf(commands: readonly (readonly DescribedAnswer[])[]): AnswerShapes {
  const uses = new Map<string, Use>()
  for (const answers of commands)
    for (const [title, schema] of shapesIn(answers)) {
      const use = uses.get(title) ?? { schema, users: 0 }
      use.users += 1
      uses.set(title, use)
    }
  for (const { schema, users } of uses.values()) {
    const base = baseOf(schema, uses)
    if (base) base.users += users
  }
  const isShared = (title: string) => (uses.get(title)?.users ?? 0) > 1
  const tell = (schema: Schema) => inWords(schema, isShared)
  const tableFor = (schema: Schema) => shapeTable(schema, baseOf(schema, uses)?.schema, tell)
  return {
    tell,
    ownTables: (answers) =>
      [...shapesIn(answers)].flatMap(([title, schema]) => (isShared(title) ? [] : [tableFor(schema)])),
    shared: () =>
      [...uses]
        .filter(([title]) => isShared(title))
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([title, { schema }]) => `### ${title}\n\n${tableFor(schema)}`),
  }
}

function shapesIn(answers: readonly DescribedAnswer[]): ReadonlyMap<string, Schema> {
  const found = new Map<string, Schema>()
  const visit = (schema: Schema): void => {
    if (schema.title !== undefined) found.set(schema.title, schema)
    for (const part of partsOf(schema)) visit(part)
  }
  for (const { schema } of answers) visit(schema)
  return found
}

function partsOf({ properties = {}, items, additionalProperties: others, oneOf = [] }: Schema) {
  return [...Object.values(properties), ...(items ? [items] : []), ...(others ? [others] : []), ...oneOf]
}

/** A shape that another one has whole is not told twice. */
function baseOf(schema: Schema, uses: ReadonlyMap<string, Use>): Use | undefined {
  const { properties: own = {} } = schema
  const names = Object.keys(own).length
  return [...uses.values()].find(({ schema: { properties = {} } }) => {
    const parts = Object.entries(properties)
    return parts.length >= FEWEST && parts.length < names && parts.every(([name, part]) => own[name] === part)
  })
}

function shapeTable(
  { title = '', properties = {}, required = [] }: Schema,
  base: Schema | undefined,
  tell: (schema: Schema) => string,
) {
  const more = Object.entries(properties).filter(([name]) => !Object.hasOwn(base?.properties ?? {}, name))
  const rows = more.map(([name, schema]) => [
    `\`${name}\``,
    required.includes(name) ? tell(schema) : `${tell(schema)}; may be missing`,
    meaningOf(schema),
  ])
  const whole = base ? [[`all of ${tell(base)}`, '', '']] : []
  return tableOf([title, 'is', 'meaning'], [...whole, ...rows])
}

function meaningOf(schema: Schema): string {
  const { title, description, items, oneOf } = schema
  if (title !== undefined) return ''
  if (description !== undefined) return description === INSTANT.description ? '' : description
  const part = items ?? oneOf?.[0]
  return part ? meaningOf(part) : ''
}

function inWords(schema: Schema, isShared: (title: string) => boolean): string {
  const { title, oneOf, items, additionalProperties: others } = schema
  if (title !== undefined) return isShared(title) ? `[${title}](#${title.toLowerCase()})` : title
  const tell = (part: Schema) => inWords(part, isShared)
  if (oneOf) return oneOf.map(tell).join(' or ')
  if (items) return `list of ${items.oneOf ? `(${tell(items)})` : tell(items)}`
  if (others) return `${others.oneOf ? `(${tell(others)})` : tell(others)} by name`
  return plainly(schema)
}

const TYPES = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'boolean',
  array: 'empty list',
  object: 'object',
  null: 'null',
} as const

function plainly({ type, pattern, enum: words, const: only }: Schema): string {
  if (only !== undefined) return `\`${only}\``
  if (words) return words.map((word) => `\`${word}\``).join(', ')
  if (pattern !== undefined && pattern === INSTANT.pattern) return 'instant'
  return type === undefined ? 'anything' : TYPES[type]
}
