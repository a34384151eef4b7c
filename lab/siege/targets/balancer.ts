import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { listenOn } from '../../kit/ports.ts'

/** Its options. */
export interface BalancerOptions {
  /** The port where the next request goes. */
  target(): number
  /** Gets the whole body of each request and of each answer. */
  onBody?(path: string, text: string): void
}

/** Opens a small reverse proxy. Each request goes to the current target. */
export async function openBalancer(options: BalancerOptions) {
  const agent = new Agent({ keepAlive: true })
  const server = createServer((request, response) => passOn({ request, response }, agent, options))
  const port = await listenOn(server)
  return {
    port,
    close: async () => {
      agent.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections())
    },
  }
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

function passOn({ request, response }: Exchange, agent: Agent, { target, onBody }: BalancerOptions): void {
  const { method, url = '', headers } = request
  const to = { host: '127.0.0.1', port: target(), agent, method, path: url, headers }
  const onward = httpRequest(to, (answer) => {
    const ours = ['connection', 'keep-alive']
    const kept = Object.entries(answer.headers).filter(([name]) => !ours.includes(name))
    response.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept))
    if (onBody) collectBody(answer, (text) => onBody(url, text))
    answer.pipe(response)
  })
  onward.once('error', (error) => {
    if (response.headersSent) response.destroy()
    else response.writeHead(502, { 'content-length': Buffer.byteLength(error.message) }).end(error.message)
  })
  if (onBody) collectBody(request, (text) => onBody(url, text))
  request.pipe(onward)
}

function collectBody(message: IncomingMessage, onWhole: (text: string) => void): void {
  const parts: Buffer[] = []
  message.on('data', (part: Buffer) => void parts.push(part))
  message.once('end', () => onWhole(Buffer.concat(parts).toString('utf8')))
}
