/** Type tests of `@portico/program/hono` with Hono's own types: what must compile, and what must not. */
import type { ProgramSso } from '@portico/program'
import {
  type CitizenOnRequest,
  type CitizenVariables,
  type FallbackGuard,
  type GuardOptions,
  honoSso,
  type OptionalCitizenVariables,
  optionalCitizen,
  requireCitizen,
  requireRecentSignIn,
} from '@portico/program/hono'
import { type Context, Hono } from 'hono'
import { expectTypeOf } from 'vitest'

interface Citizen {
  readonly id: string
  readonly nickname: string
}
declare const sso: ProgramSso<Citizen>

/** A program that mounts the endpoints and guards a route. The type of the account is inferred in the route. */
export function mount(): void {
  const app = new Hono()
  app.use(honoSso(sso))
  app.get('/open', (c) => {
    // @ts-expect-error No guard ran for this route.
    return c.text(c.var.citizen.accountId)
  })
  app.get('/permits', requireCitizen(sso), (c) => {
    expectTypeOf(c.var.citizen).toEqualTypeOf<CitizenOnRequest<Citizen>>()
    return c.text(c.var.citizen.account.nickname)
  })
  app.get('/welcome', optionalCitizen(sso), (c) => {
    expectTypeOf(c.var.citizen).toEqualTypeOf<CitizenOnRequest<Citizen> | null>()
    // @ts-expect-error Nobody may be signed in.
    return c.text(c.var.citizen.accountId)
  })
}

expectTypeOf<CitizenVariables<Citizen>['Variables']['citizen']>().toEqualTypeOf<CitizenOnRequest<Citizen>>()
expectTypeOf<
  OptionalCitizenVariables<Citizen>['Variables']['citizen']
>().toEqualTypeOf<CitizenOnRequest<Citizen> | null>()
const fallback: FallbackGuard<Context> = async (c) => ({ accountId: c.req.path })
requireCitizen(sso, { fallback, acceptTicket: true })
requireRecentSignIn(sso, { withinSeconds: 300, acr: 'phr', fallback })
// @ts-expect-error How long ago it may be has no default.
requireRecentSignIn(sso, {})
expectTypeOf<GuardOptions<Context>>().toExtend<{ readonly acceptTicket?: boolean }>()
// @ts-expect-error A boolean is not an account.
requireCitizen(sso, { fallback: async () => true })
