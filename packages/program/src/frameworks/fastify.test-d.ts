/** Type tests of `@portico/program/fastify` with Fastify's own types: what must compile, and what must not. */
import type { ProgramSso } from '@portico/program'
import { type CitizenOnRequest, citizenOf, type FallbackGuard, fastifySso } from '@portico/program/fastify'
import Fastify, { type FastifyRequest } from 'fastify'
import { expectTypeOf } from 'vitest'

interface Citizen {
  readonly id: string
  readonly nickname: string
}
declare const sso: ProgramSso<Citizen>

/** A program that mounts the endpoints and guards a route. */
export async function mount(): Promise<void> {
  const app = Fastify()
  await app.register(fastifySso(sso), { prefix: '/city' })
  app.get('/permits', { preHandler: app.requireCitizen }, async (request) => {
    expectTypeOf(request.citizen).toEqualTypeOf<CitizenOnRequest<{ id: string }> | null>()
    expectTypeOf(citizenOf(request)).toEqualTypeOf<CitizenOnRequest<{ id: string }>>()
    const citizen = citizenOf(sso, request)
    expectTypeOf(citizen).toEqualTypeOf<CitizenOnRequest<Citizen>>()
    return citizen.account.nickname
  })
  app.get('/pay', { preHandler: app.requireRecentSignIn({ withinSeconds: 300 }) }, async (request) => {
    return citizenOf(sso, request).account.nickname
  })
  app.get('/events', { preHandler: app.requireCitizen, config: { acceptTicket: true } }, async () => 'events')
  app.get('/open', { preHandler: app.optionalCitizen }, async (request) => {
    // @ts-expect-error Nobody may be signed in.
    return request.citizen.accountId
  })
}

const fallback: FallbackGuard<FastifyRequest> = async ({ ip }) => ({ accountId: ip })
fastifySso(sso, { fallback })
// @ts-expect-error A boolean is not an account.
fastifySso(sso, { fallback: async () => true })
