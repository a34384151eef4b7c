import type { Schema } from './operation.ts'

/** A schema as the document has it: with a reference in place of each schema that has a title. */
export interface WrittenSchema
  extends Omit<Schema, 'items' | 'properties' | 'additionalProperties' | 'oneOf'> {
  readonly $ref?: string
  readonly items?: WrittenSchema
  readonly properties?: Readonly<Record<string, WrittenSchema>>
  readonly additionalProperties?: WrittenSchema | false
  readonly oneOf?: readonly WrittenSchema[]
}

/** Collects the schemas that have a title. */
export interface Components {
  readonly schemas: Readonly<Record<string, WrittenSchema>>
  write(schema: Schema): WrittenSchema
}

/** Where the components stand, and whether an object may have more than its schema names, where the schema does not say it. */
export interface ComponentsPlace {
  readonly place: string
  readonly others: 'allowed' | 'refused'
}

const OF_AN_API: ComponentsPlace = { place: '#/components/schemas/', others: 'allowed' }

/** Makes it. Two schemas with one title must be the same. */
export function collectComponents({ place, others }: ComponentsPlace = OF_AN_API): Components {
  const schemas: Record<string, WrittenSchema> = {}
  const write = (schema: Schema): WrittenSchema => {
    const { title } = schema
    const written = writtenParts(others === 'allowed' ? schema : withoutOthers(schema), write)
    if (title === undefined) return written
    const known = (schemas[title] ??= written)
    if (JSON.stringify(known) !== JSON.stringify(written))
      throw new Error(`Two schemas have the title ${title}`)
    return { $ref: place + title }
  }
  return { schemas, write }
}

function withoutOthers(schema: Schema): Schema {
  return schema.properties ? { additionalProperties: false, ...schema } : schema
}

function writtenParts(schema: Schema, write: Components['write']): WrittenSchema {
  const { items, properties, additionalProperties, oneOf, ...plain } = schema
  return {
    ...plain,
    ...(items && { items: write(items) }),
    ...(properties && { properties: writtenEach(properties, write) }),
    ...(additionalProperties !== undefined && {
      additionalProperties: additionalProperties && write(additionalProperties),
    }),
    ...(oneOf && { oneOf: oneOf.map(write) }),
  }
}

function writtenEach(properties: Readonly<Record<string, Schema>>, write: Components['write']) {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, write(schema)]))
}
