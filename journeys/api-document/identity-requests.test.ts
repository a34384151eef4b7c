// Takes over 10 s: a real service gets 150 generated requests, one after the other, for each property.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAuthorizationRequest } from '../../packages/identity/src/oauth/authorize/authorization-request.ts'
import { readTokenRequest } from '../../packages/identity/src/oauth/token/token-request.ts'
import { parseParameters } from '../../packages/identity/src/platform/http/parameters.ts'
import { withoutEdges } from '../../packages/identity/src/platform/plain-text.ts'
import { bodySchemaOf, resolved } from './document.ts'
import { type Fields, generatorOf, type Mutant } from './from-schema.ts'
import { type IdentityStage, openIdentityStage } from './identity-stage.ts'

const RUNS = { numRuns: 150 }

let stage: IdentityStage

beforeAll(async () => {
  stage = await openIdentityStage()
})
afterAll(() => stage?.close())

const encoded = (fields: Fields) => new URLSearchParams(fields as Record<string, string>).toString()

/** The fields as a strict reader of forms sees them. */
function parameters(fields: Fields) {
  const read = parseParameters(encoded(fields))
  return read.ok ? read.value : undefined
}

// proves: document-requests-as-described
describe.each([
  ['register', '/api/v1/accounts/register/'],
  ['recover', '/api/v1/accounts/recover/'],
])('%s', (operationId, path) => {
  const post = async (fields: Fields) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(stage.service.baseUrl + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(fields),
    })
    return {
      status: answer.status,
      body: (await answer.json()) as { errors?: Record<string, { code: string }[]> },
    }
  }

  test('takes every body of its schema', async () => {
    const { valid } = generatorOf(stage.document)
    const body = valid(bodySchemaOf(stage.document, operationId))
    await fc.assert(
      fc.asyncProperty(body, async (fields) => {
        const { status } = await post(fields as Fields)
        // The limit per e-mail may be reached: shrinking sends an address several times.
        expect([202, 429]).toContain(status)
      }),
      RUNS,
    )
  })

  test('refuses every body with one fault, and names its field', async () => {
    const { mutants } = generatorOf(stage.document)
    // Blanks and invisible characters around a value are removed, so they are no fault.
    const isTrimmed = ({ fields, field }: Mutant) => {
      const value = fields[field]
      return typeof value !== 'string' || value === withoutEdges(value)
    }
    const wrong = mutants(bodySchemaOf(stage.document, operationId)).filter(isTrimmed)
    const codes = { missing: ['required'], unknown: ['unknown_field'], 'other type': ['invalid'] }
    await fc.assert(
      fc.asyncProperty(wrong, async ({ fields, field, how }) => {
        const { status, body } = await post(fields)
        expect(status).toBe(400)
        const allowed = how === 'other text' ? ['invalid', 'blank', 'max_length'] : codes[how]
        expect(allowed).toContain(body.errors?.[field]?.[0]?.code)
      }),
      RUNS,
    )
  })
})

// proves: document-requests-as-described
describe('issueTokens', () => {
  const read = (fields: Fields) => {
    const form = parameters(fields)
    return form && readTokenRequest(form, undefined)
  }

  test('the reader takes every form of its schema', () => {
    const { valid } = generatorOf(stage.document)
    const body = valid(bodySchemaOf(stage.document, 'issueTokens'))
    fc.assert(
      fc.property(body, (fields) => void expect(read(fields as Fields)).toMatchObject({ ok: true })),
      RUNS,
    )
  })

  test('the reader refuses every form with one fault', () => {
    const { mutants } = generatorOf(stage.document)
    const body = mutants(bodySchemaOf(stage.document, 'issueTokens'), true)
    fc.assert(
      fc.property(body, ({ fields }) => void expect(read(fields)?.ok ?? false).toBe(false)),
      RUNS,
    )
  })
})

describe.each([
  ['introspectToken', '/api/integrations/introspect/'],
  ['revokeToken', '/o/revoke/'],
])('%s', (operationId, path) => {
  const post = async (fields: Fields) => {
    const headers = {
      authorization: stage.program.basic,
      'content-type': 'application/x-www-form-urlencoded',
    }
    const answer = await fetch(stage.service.baseUrl + path, {
      method: 'POST',
      headers,
      body: encoded(fields),
    })
    const text = await answer.text()
    return [answer.status, text.startsWith('{') ? (JSON.parse(text) as { error?: string }).error : undefined]
  }

  test('takes every form of its schema, and refuses every form with one fault', async () => {
    const { valid, mutants } = generatorOf(stage.document)
    const schema = bodySchemaOf(stage.document, operationId)
    await fc.assert(
      fc.asyncProperty(valid(schema), async (fields) => {
        expect(await post(fields as Fields)).toEqual([200, undefined])
      }),
      RUNS,
    )
    await fc.assert(
      fc.asyncProperty(mutants(schema, true), async ({ fields }) => {
        expect(await post(fields)).toEqual([400, 'invalid_request'])
      }),
      RUNS,
    )
  })
})

describe('authorize', () => {
  const schema = () => resolved(stage.document, bodySchemaOf(stage.document, 'authorizeByForm'))
  const read = (fields: Fields) => {
    const query = parameters(fields)
    const { client, redirectUri } = stage.program
    return query && readAuthorizationRequest(query, { client, redirectUri })
  }

  test('the reader takes every query of its schema', () => {
    const { valid } = generatorOf(stage.document)
    const fits = (fields: unknown) => encoded(fields as Fields).length <= 7_168
    fc.assert(
      fc.property(
        valid(schema()).filter(fits),
        (fields) => void expect(read(fields as Fields)).toMatchObject({ ok: true }),
      ),
      RUNS,
    )
  })

  test('the reader refuses every query with one fault', () => {
    const { mutants } = generatorOf(stage.document)
    // Who asks, and hints that are only ignored, are not read there. An empty parameter counts as left out.
    const readElsewhere = ['client_id', 'redirect_uri', 'login_hint', 'ui_locales', 'id_token_hint']
    const { required = [] } = schema()
    const wrong = mutants(schema(), true).filter(
      ({ field, fields }) =>
        !readElsewhere.includes(field) && (required.includes(field) || String(fields[field]).trim() !== ''),
    )
    fc.assert(
      fc.property(wrong, ({ fields }) => void expect(read(fields)?.ok ?? false).toBe(false)),
      RUNS,
    )
  })
})
