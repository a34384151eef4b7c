import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { examineNetwork } from './examine-network.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** Listens until the test ends, and returns the port. */
async function listening(server: ReturnType<typeof createServer>): Promise<number> {
  closing.push(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return (server.address() as AddressInfo).port
}

test('nobody who is asked waits for the answer of another', async () => {
  const asked = new Set<string>()
  const all = Promise.withResolvers<void>()
  const arrive = (who: string) => {
    asked.add(who)
    if (asked.size === 4) all.resolve()
    return all.promise
  }
  const web = (name: string) =>
    createHttpServer((request, response) => {
      void arrive(request.url === '/api/health/' ? 'port' : name).then(() => response.end('{}'))
    })
  const port = await listening(web('base URL'))
  const metricsPort = await listening(web('metrics'))
  const mail = createServer((socket) => {
    socket.on('error', () => undefined)
    void arrive('mail').then(() => socket.end('421 later\r\n'))
  })
  const config = readConfig({
    PORTICO_PORT: String(port),
    PORTICO_METRICS_PORT: String(metricsPort),
    PORTICO_BASE_URL: `http://localhost:${port}`,
    PORTICO_SMTP_URL: `smtp://127.0.0.1:${await listening(mail)}`,
  })
  const found = await examineNetwork(config)
  expect([...asked].sort()).toEqual(['base URL', 'mail', 'metrics', 'port'])
  expect(found.map(({ check }) => check)).toEqual(['Mail', 'Port', 'Metrics port', 'Base URL'])
  const says = found.map((each) => each.says)
  expect(says[0]).toContain('421')
  expect(says.slice(1)).toEqual([
    expect.stringContaining('another program answers'),
    expect.stringContaining('another program has'),
    expect.stringContaining('leads to something else'),
  ])
})
