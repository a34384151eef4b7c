import { fastifySso } from '@portico/program/fastify'
import Fastify from 'fastify'
import { sso } from './sso.ts'

const app = Fastify()
await app.register(fastifySso(sso))
app.get('/api/me', { preHandler: app.requireCitizen }, async (request) => {
  return { hello: request.citizen?.accountId }
})
await app.listen({ port: Number(process.env['PORT'] ?? 3000) })
