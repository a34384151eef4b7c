import type { ProgramSso } from '@portico/program'
import { citizenOf, requireRecentSignIn } from '@portico/program/express'
import { Router } from 'express'
import type { User } from './users-table.ts'

/** Paying needs a sign-in of the last five minutes, and closing the account needs a passkey, too. */
export function payments(sso: ProgramSso<User>): Router {
  const router = Router()
  router.post('/api/pay', requireRecentSignIn(sso, { withinSeconds: 300 }), (req, res) => {
    res.json({ paidBy: citizenOf(sso, req).account.name })
  })
  const passkey = requireRecentSignIn(sso, { withinSeconds: 300, acr: ['phr', 'phrh'] })
  router.post('/api/close', passkey, (_req, res) => void res.json({ closed: true }))
  return router
}
