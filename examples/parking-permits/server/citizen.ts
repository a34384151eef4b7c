import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from './accounts/account.ts'
import { refuse } from './http/problems.ts'

/** Whose request this is; only for routes that `requireCitizen` guards. */
export function accountOf(request: FastifyRequest): Account {
  if (!request.citizen) throw new Error(`No guard stands before ${request.url}`)
  // What `load` of our own accounts gave: the plugin carries it without knowing more than its id.
  return request.citizen.account as Account
}

/** Lets permit officers pass; comes after `requireCitizen`. */
export async function requireOfficer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  return accountOf(request).isPermitOfficer ? undefined : refuse(reply, 'not_an_officer')
}
