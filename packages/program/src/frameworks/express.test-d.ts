/** Type tests of `@portico/program/express` with Express's own types: what must compile, and what must not. */
import type { IncomingMessage } from 'node:http'
import type { ProgramSso, RegisteredAccount, SessionInfo } from '@portico/program'
import {
  type CitizenOnRequest,
  citizenOf,
  type FallbackGuard,
  type GuardOptions,
  optionalCitizen,
  type RequestWithCitizen,
  requireCitizen,
  requireRecentSignIn,
  ssoRouter,
} from '@portico/program/express'
import express from 'express'
import { expectTypeOf } from 'vitest'

interface Citizen {
  readonly id: string
  readonly nickname: string
}
declare const sso: ProgramSso<Citizen>

/** A program that mounts the endpoints and guards a route. */
export function mount(): void {
  const app = express()
  app.use(ssoRouter(sso))
  app.get('/permits', requireCitizen(sso), (req, res) => {
    const citizen = citizenOf(sso, req)
    expectTypeOf(citizen).toEqualTypeOf<CitizenOnRequest<Citizen>>()
    // Express has one type for all requests: without ProgramTypes, it knows only the id of the account.
    expectTypeOf(req.citizen).toEqualTypeOf<CitizenOnRequest<RegisteredAccount> | undefined>()
    expectTypeOf(citizenOf(req)).toEqualTypeOf<CitizenOnRequest<{ id: string }>>()
    res.send(citizen.account.nickname)
  })
  app.get('/open', optionalCitizen(sso), (req, res) => {
    // @ts-expect-error Nobody may be signed in.
    res.send(req.citizen.accountId)
  })
}

expectTypeOf<CitizenOnRequest<Citizen>>().toEqualTypeOf<{
  readonly account: Citizen
  readonly accountId: string
  readonly session: SessionInfo | null
}>()
expectTypeOf<RequestWithCitizen<Citizen>['citizen']>().toEqualTypeOf<CitizenOnRequest<Citizen> | undefined>()

// An old guard returns an account, not a boolean.
const fallback: FallbackGuard<IncomingMessage> = async (req) => ({ accountId: `${req.headers['x-old']}` })
requireCitizen(sso, { fallback })
requireCitizen(sso.requireRecentSignIn({ withinSeconds: 300 }))
requireRecentSignIn(sso, { withinSeconds: 300, acr: 'phr', fallback })
// @ts-expect-error How long ago it may be has no default.
requireRecentSignIn(sso, {})
requireCitizen(sso, { acceptTicket: true })
// @ts-expect-error A ticket is spent, so it is for routes that refuse everybody else.
optionalCitizen(sso, { acceptTicket: true })
expectTypeOf<GuardOptions<IncomingMessage>['acceptTicket']>().toEqualTypeOf<boolean | undefined>()
optionalCitizen(sso, { fallback })
// @ts-expect-error A boolean is not an account.
requireCitizen(sso, { fallback: async () => true })
// @ts-expect-error The program is required.
requireCitizen()
// @ts-expect-error A promise of a program must be awaited first.
ssoRouter(Promise.resolve(sso))
