import { type EchoBackEnd, startEcho } from '../../packages/gate/testing/echo-back-end.ts'
import { type GateStage, openStage } from '../../packages/gate/testing/gate-stage.ts'
import { EXAMPLES, openExample } from '../gate/example-stage.ts'
import { openFrontStage, TOOLS } from './front-stage.ts'
import { FRONTS, HOST } from './gate-front.ts'

/** A site that is attacked: a real proxy, a real gate and a back end that tells what it gets. */
export interface AttackedSite {
  readonly gate: GateStage
  readonly backEnd: EchoBackEnd
  readonly port: number
  /** The name in the certificate. Without it, the site has no TLS. */
  readonly tls?: string
  close(): Promise<void>
}

/** How a site is started, and what it is for. */
export interface AttackedKind {
  readonly name: string
  /** Why it cannot be started here. */
  readonly missing: string | null
  /** A path that needs a citizen. */
  readonly citizens: string
  /** Whether a citizen may open WebSockets there. */
  readonly opensWebSockets: boolean
  open(settings: Readonly<Record<string, string>>): Promise<AttackedSite>
}

const fronts = FRONTS.map((front): AttackedKind => {
  const tool = TOOLS[front.name]
  return {
    name: `${front.name} of the deploy kit`,
    missing: tool ? null : `${front.name} is missing`,
    citizens: '/permits/',
    opensWebSockets: true,
    open: async (settings) => ({ ...(await openFrontStage(front, tool ?? '', settings)), tls: HOST }),
  }
})

const examples = EXAMPLES.map((example): AttackedKind => {
  const { proxy, tool } = example
  return {
    name: `${proxy} of an example`,
    missing: tool ? null : `${proxy} is missing`,
    citizens: '/permits/',
    opensWebSockets: false,
    open: (settings) => openExample(example, tool ?? '', settings),
  }
})

/** The gate as the proxy, with a public path, as in the example of Go. */
const gateItself: AttackedKind = {
  name: 'the gate itself',
  missing: null,
  citizens: '/permits/',
  opensWebSockets: true,
  async open(settings) {
    const backEnd = await startEcho()
    const gate = await openStage({
      ...{ GATE_UPSTREAM: `http://127.0.0.1:${backEnd.port}`, GATE_PUBLIC_PATHS: '/public/*' },
      ...{ SSO_TRUSTED_PROXIES: '', ...settings },
    })
    const close = async () => {
      await gate.close()
      await backEnd.close()
    }
    return { gate, backEnd, port: gate.gate.listening.port, close }
  },
}

/** Everything that people copy, and the gate. The same attacks are tried on all of them. */
export const KINDS: readonly AttackedKind[] = [...fronts, ...examples, gateItself]
