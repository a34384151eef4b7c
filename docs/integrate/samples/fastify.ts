import { citizenOf, fastifySso } from '@portico/program/fastify'
import Fastify from 'fastify'
import { sso } from './sso.ts'

const app = Fastify()
await app.register(fastifySso(sso))
app.get('/api/me', { preHandler: app.requireCitizen }, async (request) => {
  return { hello: citizenOf(sso, request).account.name }
})
await app.listen({ port: Number(process.env['PORT'] ?? 3000) })
