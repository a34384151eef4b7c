import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { BASE, outcome } from '../../packages/program/testing/program.ts'
import { bodySchemaOf } from './document.ts'
import { type Fields, generatorOf } from './from-schema.ts'
import { openProgramStage, type ProgramStage } from './program-stage.ts'

const RUNS = { numRuns: 150 }

let stage: ProgramStage

beforeAll(async () => {
  stage = await openProgramStage()
})

const send = async (path: string, body: Fields) => outcome(await stage.ask('POST', path, { body }))

/** For each body: what a good one gets, and what a wrong text of each field gets. */
const BODIES = {
  begin: {
    good: ['200'],
    texts: { return_uri: '400 return_uri_not_allowed', code_challenge: '400 code_challenge_invalid' },
  },
  exchange: { good: ['401 handoff_invalid'], texts: { code_verifier: '400 code_verifier_invalid' } },
  ticket: { good: ['401 missing_token'], texts: { address: '400 invalid_json' } },
  refresh: { good: ['401 refresh_invalid'], texts: { rotation_id: '400 invalid_json' } },
}

/** The return address is the only value that no pattern describes, because each program has its own. */
const withAddress = (fields: Fields): Fields =>
  typeof fields['return_uri'] === 'string' ? { ...fields, return_uri: `${BASE}/signed-in` } : fields

// proves: program-document-requests
describe.each(Object.entries(BODIES))('%s', (name, { good, texts }) => {
  const path = `${name}/`

  test('takes every body of its schema', async () => {
    const { valid } = generatorOf(stage.document)
    await fc.assert(
      fc.asyncProperty(valid(bodySchemaOf(stage.document, name)), async (fields) => {
        // To link needs a bearer. Without one, false is as good.
        const link = 'link' in (fields as Fields) ? { link: false } : {}
        expect(good).toContain(await send(path, { ...withAddress(fields as Fields), ...link }))
      }),
      RUNS,
    )
  })

  test('refuses every body with one fault, with the documented code', async () => {
    const { mutants } = generatorOf(stage.document)
    const wrong: Record<string, string> = texts
    await fc.assert(
      fc.asyncProperty(mutants(bodySchemaOf(stage.document, name)), async ({ fields, field, how }) => {
        const body = field === 'return_uri' ? fields : withAddress(fields)
        const code = how === 'unknown' ? '400 unknown_field' : (wrong[field] ?? '400 invalid_json')
        expect(await send(path, body)).toBe(code)
      }),
      RUNS,
    )
  })
})
