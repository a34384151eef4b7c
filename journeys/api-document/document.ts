/** A JSON Schema of a document. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | false
  readonly oneOf?: readonly Schema[]
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>

/** What a document says about one answer. */
export interface DescribedAnswer {
  readonly description: string
  readonly headers?: Readonly<Record<string, { readonly $ref?: string; readonly required?: boolean }>>
  readonly content?: Content
}

/** What a document says about one method of an address. */
export interface DescribedOperation {
  readonly operationId: string
  readonly parameters?: readonly {
    readonly name: string
    readonly required?: boolean
    readonly schema: Schema
  }[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, DescribedAnswer>>
}

/** A document of OpenAPI 3.1, as far as the tests read it. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly headers: Readonly<Record<string, { readonly required?: boolean }>>
  }
}

/** Reads a document from where it is served. */
export async function fetchDocument(address: string): Promise<ApiDocument> {
  return (await (await fetch(address)).json()) as ApiDocument
}

/** A described operation, with its method and path. */
export interface Endpoint {
  readonly method: string
  readonly path: string
  readonly operation: DescribedOperation
}

/** Every operation of a document. */
export function endpointsOf({ paths }: ApiDocument): readonly Endpoint[] {
  return Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
}

/** The operation of this id. */
export function endpointOf(document: ApiDocument, operationId: string): Endpoint {
  const found = endpointsOf(document).find(({ operation }) => operation.operationId === operationId)
  if (!found) throw new Error(`The document has no ${operationId}`)
  return found
}

/** The schema of the body of a request. */
export function bodySchemaOf(document: ApiDocument, operationId: string): Schema {
  const [content] = Object.values(endpointOf(document, operationId).operation.requestBody?.content ?? {})
  if (!content) throw new Error(`${operationId} has no body`)
  return content.schema
}

/** The component that a reference names. */
export function resolved({ components }: ApiDocument, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : (components.schemas[name] ?? {})
}
