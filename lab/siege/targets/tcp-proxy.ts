import { connect, createServer, type Socket } from 'node:net'
import { listenOn } from '../../kit/ports.ts'

/**
 * What the proxy does: `open` forwards everything, `slow` forwards it late, `silent` forwards nothing, `cut` closes every
 * connection and accepts none, `ragged` closes each connection after some bytes of answers.
 */
export type ProxyMode =
  | { readonly kind: 'open' | 'silent' | 'cut' }
  | { readonly kind: 'slow'; readonly milliseconds: number }
  | { readonly kind: 'ragged'; readonly bytes: () => number }

/** A TCP proxy that can fail, between a service and a server that it uses. */
export type TcpProxy = Awaited<ReturnType<typeof openTcpProxy>>

/** Opens a proxy to a Unix socket or to a port of this machine. */
export async function openTcpProxy(target: string | number) {
  let mode: ProxyMode = { kind: 'open' }
  const pairs = new Set<Socket>()
  const server = createServer((near) => {
    if (mode.kind === 'cut') return void near.destroy()
    const far = typeof target === 'string' ? connect(target) : connect(target, '127.0.0.1')
    const allowance = mode.kind === 'ragged' ? mode.bytes() : Number.POSITIVE_INFINITY
    join(pairs, near, far)
    pass(near, far, { mode: () => mode, allowance: Number.POSITIVE_INFINITY })
    pass(far, near, { mode: () => mode, allowance })
  })
  const port = await listenOn(server)
  return {
    port,
    become(next: ProxyMode) {
      mode = next
      // Bytes that were not forwarded are lost. Both sides notice by the end of the connection.
      if (next.kind !== 'silent') for (const socket of pairs) socket.destroy()
    },
    async close() {
      for (const socket of pairs) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function join(pairs: Set<Socket>, near: Socket, far: Socket): void {
  for (const [one, other] of [[near, far] as const, [far, near] as const]) {
    pairs.add(one)
    one.setNoDelay(true)
    one.on('error', () => undefined)
    one.on('close', () => {
      pairs.delete(one)
      other.destroy()
    })
  }
}

function pass(
  from: Socket,
  to: Socket,
  { mode, allowance }: { readonly mode: () => ProxyMode; readonly allowance: number },
): void {
  let left = allowance
  from.on('data', (bytes) => {
    const now = mode()
    if (now.kind === 'silent') return
    if (now.kind === 'slow') {
      // Timers of one length fire in the order in which they were set, so the bytes stay in order.
      setTimeout(() => void (to.destroyed || to.write(bytes)), now.milliseconds)
      return
    }
    to.write(bytes.subarray(0, Math.min(bytes.length, left)))
    left -= bytes.length
    if (left <= 0) from.destroy()
  })
}
