import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  request,
} from 'node:http'
import { buffer } from 'node:stream/consumers'
import { freePort } from '../../packages/identity/testing/free-port.ts'

/**
 * How an answer is slow. `form`: the forms reach the service at the same time, when the last one is there. `page`: the first
 * form is answered and its cookies are set, and the page that it leads to is not there yet.
 */
export type Slowness = 'form' | 'page'

/** A server before the service, and a program beside it, whose answers are slow when a test wants it. */
export type SlowFront = Awaited<ReturnType<typeof openSlowFront>>

/** Opens both on free ports. `toPort` says where the service listens. */
export async function openSlowFront(toPort: () => number) {
  let hold = new Hold('never')
  const open = new Set<Promise<void>>()
  const callbacks: string[] = []
  const answer = async (incoming: IncomingMessage): Promise<Answer> => {
    const body = await buffer(incoming)
    const { url = '' } = incoming
    if (incoming.method === 'POST') await hold.pass('form', url)
    const reply = await send(incoming, toPort(), body)
    const isPage = incoming.headers['sec-fetch-mode'] === 'navigate' && Math.floor(reply.status / 100) !== 3
    if (isPage) await hold.pass('page', url)
    return reply
  }
  const forward: RequestListener = (incoming, outgoing) => {
    const done: Promise<void> = answer(incoming)
      .then(({ status, headers, body }) => void outgoing.writeHead(status, headers).end(body))
      .catch(() => void outgoing.destroy())
      .finally(() => open.delete(done))
    open.add(done)
  }
  const land: RequestListener = ({ url = '' }, outgoing) => {
    if (url.startsWith(CALLBACK)) callbacks.push(url)
    const show = () => outgoing.writeHead(200, { 'content-type': 'text/html' }).end(programPage(url))
    void hold.pass('page', url).then(show)
  }
  const [front, program] = await Promise.all([listen(forward), listen(land)])
  return {
    baseUrl: front.url,
    callback: program.url + CALLBACK,
    /** The page of the program, with a link to this address of the service. */
    pageWithLink: (path: string) => `${program.url}/?${new URLSearchParams({ to: front.url + path })}`,
    /** The addresses at which browsers came back to the program. */
    callbacks: callbacks as readonly string[],
    /** From now on answers are slow, until `release`. */
    hold(slowness: Slowness) {
      hold = new Hold(slowness)
      return hold
    },
    /** The service has answered everything, also what no browser waits for any more. */
    async idle() {
      while (open.size > 0) await Promise.all(open)
    },
    async close() {
      front.close()
      program.close()
    },
  }
}

const CALLBACK = '/callback'

/** The page of a program, also at its callback. */
function programPage(url: string): string {
  const to = new URL(url, 'http://localhost').searchParams.get('to')
  const link = to === null ? '' : `<p><a href="${to.replaceAll('&', '&amp;')}">Sign in</a>`
  return `<!doctype html><html lang="en"><title>Program</title><link rel="icon" href="data:,"><h1>The program</h1>${link}`
}

/** What waits, and who waits for it. */
class Hold {
  /** The paths of the forms that came. */
  readonly forms: string[] = []
  readonly #slowness: Slowness | 'never'
  readonly #released = Promise.withResolvers<void>()
  readonly #watchers = new Set<() => void>()
  #held = 0

  constructor(slowness: Slowness | 'never') {
    this.#slowness = slowness
  }
  /** Resolves when this may go on. */
  async pass(point: Slowness, path: string): Promise<void> {
    if (point === 'form') this.forms.push(path)
    if (point === this.#slowness) this.#held += 1
    for (const watch of this.#watchers) watch()
    if (point === this.#slowness) await this.#released.promise
  }
  /** Resolves when this many forms have come, and wait or have brought a page that waits. */
  came(forms: number): Promise<void> {
    const held = this.#slowness === 'form' ? forms : 1
    return new Promise((resolve) => {
      const watch = () => void (this.forms.length >= forms && this.#held >= held && resolve())
      this.#watchers.add(watch)
      watch()
    })
  }
  release(): void {
    this.#released.resolve()
  }
}

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

function send({ method, url, headers }: IncomingMessage, port: number, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, method, path: url, headers }, (reply) => {
      buffer(reply).then(
        (bytes) => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: bytes }),
        reject,
      )
    })
    outgoing.on('error', reject).end(body)
  })
}

async function listen(answer: RequestListener): Promise<{ readonly url: string; close(): void }> {
  const port = await freePort()
  const server = createServer(answer)
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
