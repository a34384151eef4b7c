import type { DoctorCheck } from '@portico/program'
import type { ReverseProxyConfig } from './reverse-proxy-config.ts'
import { createUpstream, placeOf, type UpstreamAddress } from './upstream.ts'

/** Asks each back end for its start page, as a visitor whom nobody knows. Any answer shows that it is there. */
export function examineUpstreams(
  { upstream, prefixed }: Pick<ReverseProxyConfig, 'upstream' | 'prefixed'>,
  host: string,
): Promise<DoctorCheck[]> {
  const all = [
    { address: upstream, path: '/', setting: 'GATE_UPSTREAM' },
    ...prefixed.map(({ prefix, address }) => ({ address, path: prefix, setting: 'GATE_UPSTREAM_PATHS' })),
  ]
  return Promise.all(all.map((one) => examineUpstream(one, host)))
}

interface Examined {
  readonly address: UpstreamAddress
  readonly path: string
  readonly setting: string
}

async function examineUpstream({ address, path, setting }: Examined, host: string): Promise<DoctorCheck> {
  const place = placeOf(address)
  const saw = await ask(address, path, host)
  if (typeof saw === 'number')
    return { id: 'upstream', ok: true, message: `The back end at ${place} answers ${saw} at ${path}.` }
  return {
    ...{ id: 'upstream', ok: false, message: `The back end at ${place} does not answer: ${saw}.` },
    fix: `start the back end, or correct ${setting}`,
  }
}

const MOST_MS = 10_000

/** The status of the answer, or why there is none. */
async function ask(address: UpstreamAddress, path: string, host: string): Promise<number | string> {
  const upstream = createUpstream(address)
  const { promise, resolve } = Promise.withResolvers<number | string>()
  const sent = upstream.open({ method: 'HEAD', path, headers: ['Host', host] }, false)
  sent.setTimeout(MOST_MS, () => sent.destroy(new Error(`no answer in ${MOST_MS / 1000} s`)))
  sent.once('response', (answer) => {
    answer.resume()
    resolve(answer.statusCode ?? 0)
  })
  sent.on('error', ({ message }) => resolve(message))
  sent.once('close', () => resolve('it closed the connection'))
  sent.end()
  const saw = await promise
  sent.destroy()
  upstream.close()
  return saw
}
