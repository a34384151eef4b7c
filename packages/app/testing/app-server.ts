import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bundle } from './bundle.ts'
import type { FakeProgram, Reply } from './fake-program.ts'

/** A page of the test app. It makes a client, records its states, and starts it. */
const PAGE = `<!doctype html><title>Permits</title><link rel="icon" href="data:,">
<h1>Permits</h1><p id="note"></p>
<script type="module">
  import { createSsoClient } from '/client.js'
  window.sso = createSsoClient({
    programBaseUrl: location.origin,
    returnUri: location.origin + '/signed-in',
    ...window.ssoOptions,
  })
  window.shown = []
  sso.subscribe((state) => {
    shown.push(state)
    document.querySelector('#note').textContent = state.problem?.message ?? ''
  })
  window.started = sso.start()
  window.addressAfterStart = location.href
</script>`

/** A server for a real browser, with a fake program and its app. */
export interface AppServer {
  readonly origin: string
  close(): Promise<void>
}

/** Serves the endpoints of the program, the client, and the same page at every other address. */
export async function serveApp(program: FakeProgram): Promise<AppServer> {
  const client = await bundle()
  const server = createServer((request, response) => {
    void respond(program, client, request, response)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}

async function respond(
  program: FakeProgram,
  client: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.url === '/client.js') return write(response, { status: 200, headers: SCRIPT, body: client })
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  const reply = await program.answer({
    method: request.method ?? 'GET',
    path: request.url ?? '/',
    headers: request.headers as Record<string, string>,
    body: Buffer.concat(chunks).toString(),
  })
  if (reply === 'drop') return void response.destroy()
  write(response, reply ?? { status: 200, headers: HTML, body: PAGE })
}

const SCRIPT = { 'content-type': 'text/javascript', 'cache-control': 'max-age=60' }
const HTML = { 'content-type': 'text/html; charset=utf-8' }

function write(response: ServerResponse, { status, headers = {}, body }: Reply): void {
  const isText = typeof body === 'string'
  response.writeHead(status, {
    ...ONE_REQUEST_EACH,
    ...(isText ? HTML : JSON_TYPE),
    ...CORS,
    ...headers,
  })
  response.end(body === undefined ? '' : isText ? body : JSON.stringify(body))
}

/**
 * A browser may repeat a request that fails on a connection which it has used before. So each connection serves one.
 */
const ONE_REQUEST_EACH = { connection: 'close', 'cache-control': 'no-store' }
const JSON_TYPE = { 'content-type': 'application/json' }
const CORS = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
