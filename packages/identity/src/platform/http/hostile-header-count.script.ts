// Run by Node 22.18 or 24: node packages/identity/src/platform/http/hostile-header-count.script.ts
import { connect } from 'node:net'
import { systemRandom } from '../system-random.ts'
import { trustedProxies } from './client-address.ts'
import { cookieJar } from './cookies.ts'
import { json } from './reply.ts'
import { route } from './route.ts'
import { createServer } from './server.ts'

const none = () => undefined
const server = createServer({
  routes: [
    route('POST', '/api/who/', 'api', (http) =>
      json(200, { counted_for: http.address, authorization: http.header('authorization') ?? null }),
    ),
  ],
  log: { info: none, warn: none, error: none },
  random: systemRandom,
  cookies: cookieJar('http://localhost'),
  trustedProxies: trustedProxies(['127.0.0.0/8']),
  https: false,
  problemReplies: { page: () => json(400, {}), oauth: () => json(400, {}) },
  onAnswer: none,
})
const port = Number(new URL(await server.listen({ host: '127.0.0.1', port: 0 })).port)
const junk = 'a:\r\n'.repeat(Number(process.argv[2] ?? 1_000))
for (const own of ['198.51.100.1', '198.51.100.2']) {
  const answer = await new Promise<string>((resolve) => {
    let got = ''
    const socket = connect(port, '127.0.0.1')
    socket.on('data', (chunk) => (got += chunk.toString('latin1')))
    socket.on('close', () => resolve(got))
    socket.write(
      `POST /api/who/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\nAuthorization: Basic Zmlyc3Q6eA==\r\nX-Forwarded-For: ${own}\r\n${junk}X-Forwarded-For: 203.0.113.9\r\n\r\n`,
    )
  })
  console.log(answer.split('\r\n')[0], answer.split('\r\n\r\n')[1])
}
await server.close()
