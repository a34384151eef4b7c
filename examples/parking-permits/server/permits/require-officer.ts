import type { ProgramSso } from '@portico/program'
import { citizenOf } from '@portico/program/fastify'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '../accounts/account.ts'
import { refuse } from '../http/problems.ts'

/** Lets permit officers through. Use it after `requireCitizen`. */
export function requireOfficer(
  sso: ProgramSso<Account>,
): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> {
  return async (request, reply) => {
    const { account } = citizenOf(sso, request)
    return account.isPermitOfficer ? undefined : refuse(reply, 'not_an_officer')
  }
}
