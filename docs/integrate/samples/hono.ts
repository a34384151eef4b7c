import { serve } from '@hono/node-server'
import { honoSso, requireCitizen } from '@portico/program/hono'
import { Hono } from 'hono'
import { sso } from './sso.ts'

const app = new Hono()
app.use(honoSso(sso))
app.get('/api/me', requireCitizen(sso), (c) => c.json({ hello: c.var.citizen.account.name }))
serve({ fetch: app.fetch, port: Number(process.env['PORT'] ?? 3000) })
