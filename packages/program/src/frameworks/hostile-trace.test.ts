import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { closeServers, PARSED, UNPARSED } from '../../testing/framework-apps.ts'
import { testProgram } from '../../testing/program.ts'
import { nodeSso } from './node.ts'

afterEach(closeServers)

async function raw(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.setTimeout(2_000, () => socket.destroy())
  socket.on('error', () => undefined)
  let got = ''
  socket.on('data', (chunk) => (got += chunk.toString('latin1')))
  socket.write(text, 'latin1')
  await once(socket, 'close')
  return got.split('\r\n')[0] ?? ''
}

const TRIES: readonly (readonly [string, string])[] = [
  ['TRACE', 'TRACE /api/v1/sso/config/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
  ['a referer of odd bytes', 'GET /api/v1/sso/config/ HTTP/1.1\r\nHost: x\r\nReferer: \xff\x80\r\nConnection: close\r\n\r\n'],
  ['asterisk', 'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
  ['absolute', 'GET http://evil.test/api/v1/sso/config/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
  ['two slashes', 'GET //api/v1/sso/config/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
  ['bad percent', 'GET /api/v1/sso/callback/?state=%ff%zz&code=%00 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
  ['backslash', 'GET /\\evil/api/v1/sso/config/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
  ['port in path', 'GET :99999/api/v1/sso/config/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
]

test('nodeSso never rejects', async () => {
  const program = testProgram()
  const ours = nodeSso(program.sso)
  const failures: string[] = []
  const server: Server = createServer((req, res) => {
    ours(req, res).then(
      (answered) => {
        if (!answered) res.writeHead(404).end()
      },
      (error: unknown) => {
        failures.push(`${req.method} ${req.url}: ${String(error)}`)
        res.writeHead(500).end()
      },
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  for (const [name, text] of TRIES) console.log('node', name, await raw(port, text))
  server.close()
  expect(failures).toEqual([])
})

describe.each([...UNPARSED, ...PARSED])('%s', (name, start) => {
  test('answers no 5xx to odd requests', async () => {
    const base = await start(testProgram())
    const port = Number(new URL(base).port)
    const out: string[] = []
    for (const [what, text] of TRIES) out.push(`${what}: ${await raw(port, text)}`)
    console.log(name, out)
    expect(out.filter((line) => / 5\d\d |: $/.test(line))).toEqual([])
  })
})
