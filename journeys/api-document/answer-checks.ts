import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import {
  type ApiDocument,
  type DescribedAnswer,
  type Endpoint,
  endpointsOf,
  type Schema,
} from './document.ts'
import { EMAIL } from './from-schema.ts'

/** Compares answers with a document. */
export interface AnswerChecks {
  /** What is wrong with an answer. Nothing if it is as described. */
  faultsOf(method: string, path: string, answer: Response): Promise<readonly string[]>
  /** The described answers that did not come yet, such as `register 429`. */
  missing(): readonly string[]
}

/** Makes it. A field of an answer that the document does not have is a fault here, although a later release may add some. */
export function answerChecks(document: ApiDocument): AnswerChecks {
  const compile = compilerOf(document)
  const endpoints = endpointsOf(document)
  const seen = new Set<string>()
  return {
    async faultsOf(method, path, answer) {
      const endpoint = endpoints.find((one) => one.method === method && one.path === path.split('?')[0])
      const described = endpoint?.operation.responses[answer.status]
      if (!endpoint || !described) return [`${method} ${path} ${answer.status} is not described`]
      seen.add(nameOf(endpoint, answer.status))
      const faults = [
        ...headerFaults(document, described, answer.headers),
        ...(await bodyFaults(compile, described, answer)),
      ]
      return faults.map((fault) => `${nameOf(endpoint, answer.status)}: ${fault}`)
    },
    missing: () =>
      endpoints
        .flatMap((endpoint) =>
          Object.keys(endpoint.operation.responses).map((status) => nameOf(endpoint, status)),
        )
        .filter((name) => !seen.has(name)),
  }
}

function nameOf({ operation }: Endpoint, status: number | string): string {
  return `${operation.operationId} ${status}`
}

type Compile = (schema: Schema) => ValidateFunction

/** Compiles schemas of a document. Every object is closed: a strict validator shows fields that nobody described. */
export function compilerOf(document: ApiDocument): Compile {
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, strictRequired: false })
  ajv.addFormat('uri', { validate: URL.canParse })
  ajv.addFormat('email', EMAIL)
  ajv.addVocabulary(['example'])
  const closed = Object.entries(document.components.schemas).map(([name, schema]) => [
    name,
    schema.properties && schema.additionalProperties === undefined
      ? { ...schema, additionalProperties: false }
      : schema,
  ])
  const $defs: unknown = Object.fromEntries(closed)
  // To compile takes longer than to judge many answers.
  const compiled = new WeakMap<Schema, ValidateFunction>()
  return (schema) => {
    const validate =
      compiled.get(schema) ??
      ajv.compile(
        JSON.parse(JSON.stringify({ ...schema, $defs }).replaceAll('#/components/schemas/', '#/$defs/')),
      )
    compiled.set(schema, validate)
    return validate
  }
}

function headerFaults(
  { components }: ApiDocument,
  { headers = {} }: DescribedAnswer,
  sent: Headers,
): readonly string[] {
  const due = Object.entries(headers).filter(([, header]) => {
    const name = header.$ref?.split('/').at(-1)
    return name === undefined ? header.required : components.headers[name]?.required
  })
  return due.flatMap(([name]) => (sent.has(name) ? [] : [`no ${name}`]))
}

async function bodyFaults(
  compile: Compile,
  { content }: DescribedAnswer,
  answer: Response,
): Promise<readonly string[]> {
  const text = await answer.text()
  if (!content) return text === '' ? [] : ['a body that is not described']
  const type = (answer.headers.get('content-type') ?? '').split(';')[0] ?? ''
  const described = content[type]
  if (!described) return [`the media type ${type} is not described`]
  const validate = compile(described.schema)
  if (validate(type === 'application/json' ? JSON.parse(text) : text)) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message }) => `${instancePath} ${message}: ${text.slice(0, 200)}`,
  )
}
