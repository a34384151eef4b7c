import type { ApiDocument } from './document.ts'

/**
 * The document with the only right value of these fields and parameters. A client, its callback and a return address are
 * registered, and no document lists them.
 */
export function narrowed(document: ApiDocument, values: Readonly<Record<string, string>>): ApiDocument {
  const replace = (name: string, value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const only = values[name]
    if (only !== undefined && 'type' in value) return { type: 'string', const: only }
    if ('name' in value && 'schema' in value) {
      const ofParameter = values[String(value.name)]
      if (ofParameter !== undefined) return { ...value, schema: { type: 'string', const: ofParameter } }
    }
    return value
  }
  return JSON.parse(JSON.stringify(document), replace) as ApiDocument
}
