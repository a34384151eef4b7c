import {
  authorizeAddress,
  enterProgram,
  newAttempt,
  obtainCode,
} from '../../../packages/identity/testing/program-flow.ts'
import { codeShot, filledForm, introspectShot, PATHS, refreshShot, revokeShot } from './paper.ts'
import { type Hit, jsonShot, loaded, openWire, type Shot, Unanswered, type Wire } from './salvo.ts'
import { stranger, type Town } from './town.ts'

/** What every endpoint is asked, with whatever it takes to be answered well. */
export interface Questions {
  /** One request for each endpoint that needs the database, by name. */
  readonly shots: ReadonlyMap<string, Shot>
  /** An access token that lives throughout. */
  readonly living: string
  /** The tokens that the revocation is about. */
  readonly revoked: { readonly access: string; readonly refresh: string }
}

/** Prepares one question for each endpoint; codes and tokens are fresh. */
export async function prepareQuestions(town: Town): Promise<Questions> {
  const { program } = town
  const { service } = town.at(0)
  const entered = await enterProgram(service, program, await town.newCitizen())
  const { browser } = entered
  const code = newAttempt(program)
  const rotating = await enterProgram(service, program, browser)
  const revoking = await enterProgram(service, program, browser)
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  const visitor = town.at(0).browser()
  const login = filledForm(visitor, await visitor.get('/login/'), {
    email: 'ana@example.test',
    password: 'a guess',
  })
  const path = authorizeAddress(newAttempt(program))
  const shots = new Map<string, Shot>([
    ['token, code', codeShot(program, { ...code, code: await obtainCode(browser, code) })],
    ['token, refresh', refreshShot(program, rotating.tokens.refresh_token)],
    ['introspect', introspectShot(program, entered.tokens.access_token)],
    ['revoke', revokeShot(program, revoking.tokens.refresh_token)],
    ['userinfo', { method: 'GET', path: PATHS.userinfo, headers: bearer(entered.tokens.access_token) }],
    ['authorize', { method: 'GET', path, headers: { cookie } }],
    ['sign-in', login],
    ['sessions page', { method: 'GET', path: '/account/sessions/', headers: { cookie } }],
    ['register', jsonShot(PATHS.register, { full_name: 'Ana', email: 'asks@example.test' }, stranger())],
    ['recover', jsonShot(PATHS.recover, { email: 'asks@example.test' }, stranger())],
  ])
  const { access_token: access, refresh_token: refresh } = revoking.tokens
  return { shots, living: entered.tokens.access_token, revoked: { access, refresh } }
}

function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` }
}

/** Asks everything at once, each on a connection of its own; status 0 where the connection ended without an answer. */
export async function askAll({ shots }: Questions, port: number): Promise<ReadonlyMap<string, Hit>> {
  const names = [...shots.keys()]
  const wires = await Promise.all(names.map(() => openWire(port)))
  const fired = [...shots.values()].map((shot, index) =>
    (wires[index] as Wire).fire(loaded(shot)).catch((error: unknown): Hit => {
      if (!(error instanceof Unanswered)) throw error
      return { status: 0, headers: {}, body: error.message, milliseconds: 0 }
    }),
  )
  const hits = await Promise.all(fired)
  for (const wire of wires) wire.close()
  return new Map(names.flatMap((name, index) => (hits[index] ? [[name, hits[index]] as const] : [])))
}
