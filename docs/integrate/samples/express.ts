import { citizenOf, requireCitizen, ssoRouter } from '@portico/program/express'
import express from 'express'
import { sso } from './sso.ts'

const app = express()
app.use(ssoRouter(sso))
app.get('/api/me', requireCitizen(sso), (req, res) => {
  res.json({ hello: citizenOf(sso, req).account.name })
})
app.listen(Number(process.env['PORT'] ?? 3000))
