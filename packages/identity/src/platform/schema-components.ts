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

const PLACE = '#/components/schemas/'

/** Makes it. Two schemas with one title must be the same. */
export function collectComponents(): Components {
  const schemas: Record<string, WrittenSchema> = {}
  const write = (schema: Schema): WrittenSchema => {
    const { title } = schema
    const written = writtenParts(schema, write)
    if (title === undefined) return written
    const known = (schemas[title] ??= written)
    if (JSON.stringify(known) !== JSON.stringify(written))
      throw new Error(`Two schemas have the title ${title}`)
    return { $ref: PLACE + title }
  }
  return { schemas, write }
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
