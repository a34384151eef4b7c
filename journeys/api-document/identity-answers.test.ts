import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerChecks } from './answer-checks.ts'
import { endpointsOf } from './document.ts'
import { answerOf } from './exchanges.ts'
import { causeEveryAnswer, type WantedExchange } from './identity-exchanges.ts'
import { type IdentityStage, openIdentityStage } from './identity-stage.ts'

let stage: IdentityStage
let exchanges: readonly WantedExchange[]

beforeAll(async () => {
  stage = await openIdentityStage()
  exchanges = await causeEveryAnswer(stage)
})
afterAll(() => stage?.close())

// proves: document-answers-as-described
test('every answer that the document describes comes, and is as described', async () => {
  const checks = answerChecks(stage.document)
  for (const exchange of exchanges) {
    const { method, path } = exchange.sent
    expect(await checks.faultsOf(method, path, answerOf(exchange))).toEqual([])
    expect(exchange.answer.status, `${method} ${path}`).toBe(exchange.wanted)
  }
  expect(checks.missing()).toEqual([])
})

// proves: document-complete
test('every route is a page or is described', () => {
  const described = endpointsOf(stage.document).map(({ method, path }) => `${method} ${path}`)
  const others = stage.service.service.routes.filter(({ audience }) => audience !== 'page')
  expect(
    others.map(({ method, path }) => `${method} ${path}`).filter((one) => !described.includes(one)),
  ).toEqual([])
  expect(described).toContain('GET /o/authorize/')
})
