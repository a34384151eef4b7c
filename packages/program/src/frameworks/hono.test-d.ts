/** Type tests of `@portico/program/hono` with Hono's own types: what must compile, and what must not. */
import type { ProgramSso } from '@portico/program'
import {
  type CitizenOnRequest,
  type CitizenVariables,
  type FallbackGuard,
  honoSso,
  requireCitizen,
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
}

expectTypeOf<CitizenVariables<Citizen>['Variables']['citizen']>().toEqualTypeOf<CitizenOnRequest<Citizen>>()
const fallback: FallbackGuard<Context> = async (c) => ({ accountId: c.req.path })
requireCitizen(sso, { fallback })
// @ts-expect-error A boolean is not an account.
requireCitizen(sso, { fallback: async () => true })
