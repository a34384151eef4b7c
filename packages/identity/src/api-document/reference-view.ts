import type { WrittenSchema } from '../platform/schema-components.ts'
import type { ApiDocument, WrittenContent, WrittenOperation } from './document.ts'
import { type Example, type Examples, statusOf, subjectOf } from './examples.ts'
import type {
  ApiReferenceView,
  ReferenceBody,
  ReferenceContent,
  ReferenceExample,
  ReferenceField,
  ReferenceOperation,
} from './pages/api-reference.ts'

/** What the page has beside the document. */
export interface BesideDocument extends Pick<ApiReferenceView, 'documentHref' | 'scriptHref'> {
  readonly examples: Examples
}

/** The document as its page shows it. */
export function referenceView(
  document: ApiDocument,
  { examples, ...addresses }: BesideDocument,
): ApiReferenceView {
  const operations = Object.entries(document.paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, written]) => ({
      tags: written.tags,
      shown: operationOf(document, `${method.toUpperCase()} ${path}`, written, examples),
    })),
  )
  return {
    ...addresses,
    introduction: document.info.description.split('\n\n'),
    groups: document.tags.map(({ name, description }) => ({
      name,
      description,
      operations: operations.flatMap(({ tags, shown }) => (tags.some((tag) => tag === name) ? [shown] : [])),
    })),
    bodies: Object.entries(document.components.schemas).map(([name, schema]) => bodyOf(name, schema)),
  }
}

function operationOf(
  { components }: ApiDocument,
  address: string,
  written: WrittenOperation,
  examples: Examples,
): ReferenceOperation {
  const schemes: Readonly<Record<string, { readonly description: string }>> = components.securitySchemes
  const proofs = written.security.flatMap((needs) =>
    Object.keys(needs).map((name) => schemes[name]?.description),
  )
  const own = examples[written.operationId] ?? []
  return {
    id: written.operationId,
    address,
    summary: written.summary,
    description: written.description ?? '',
    proof: proofs.join(' ') || 'Anybody.',
    parameters: written.parameters.map(({ name, required, description, schema }) => ({
      ...fieldOf(name, schema, required === true),
      description,
    })),
    content: written.requestBody && contentOf(written.requestBody.content),
    answers: Object.entries(written.responses).map(([status, answer]) => ({
      status,
      description: answer.description,
      content: answer.content && contentOf(answer.content),
      examples: own.flatMap((one) => (statusOf(one) === status ? [exampleOf(one, one === own[0])] : [])),
    })),
  }
}

function exampleOf(example: Example, isOpen: boolean): ReferenceExample {
  return { ...example, isOpen, title: [statusOf(example), subjectOf(example)].join(' ').trim() }
}

function contentOf(content: WrittenContent): ReferenceContent | undefined {
  const [first] = Object.entries(content)
  return first && { type: first[0], bodyNames: titlesOf([first[1].schema, ...(first[1].schema.oneOf ?? [])]) }
}

function titlesOf(schemas: readonly WrittenSchema[]): readonly string[] {
  return schemas.flatMap((schema) => referredTitle(schema) ?? [])
}

function bodyOf(
  name: string,
  { description = '', oneOf = [], properties = {}, required = [] }: WrittenSchema,
): ReferenceBody {
  return {
    name,
    description,
    oneOf: titlesOf(oneOf),
    fields: Object.entries(properties).map(([field, schema]) =>
      fieldOf(field, schema, required.includes(field)),
    ),
  }
}

function fieldOf(name: string, schema: WrittenSchema, isRequired: boolean): ReferenceField {
  return {
    name,
    isRequired,
    rules: rulesOf(schema),
    description: schema.description ?? '',
    bodyName: innerTitle(schema),
  }
}

/** The title of the component that a schema refers to. */
const referredTitle = ({ $ref }: WrittenSchema): string | undefined => $ref?.split('/').at(-1)

/** The body that a field has, or that is in its list. */
function innerTitle(schema: WrittenSchema): string | undefined {
  const inner = schema.items ?? (schema.additionalProperties || undefined)
  return referredTitle(schema) ?? (inner && innerTitle(inner))
}

/** What a value may be, in words. */
function rulesOf(schema: WrittenSchema): string {
  if (schema.const !== undefined) return `always ${schema.const}`
  if (schema.enum) return `one of ${schema.enum.join(', ')}`
  if (schema.items) return `a list of ${rulesOf(schema.items)}`
  if (schema.additionalProperties) return `an object with ${rulesOf(schema.additionalProperties)} by name`
  return [schema.format ?? schema.type ?? '', ...boundsOf(schema)].join(', ')
}

function boundsOf({ minLength, maxLength, minimum, maximum, pattern }: WrittenSchema): readonly string[] {
  return [
    minLength === undefined ? [] : `at least ${minLength} characters`,
    maxLength === undefined ? [] : `at most ${maxLength} characters`,
    minimum === undefined ? [] : `from ${minimum}`,
    maximum === undefined ? [] : `to ${maximum}`,
    pattern === undefined ? [] : `pattern ${pattern}`,
  ].flat()
}
