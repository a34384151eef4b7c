import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type EchoBackEnd, startEcho } from '../../packages/gate/testing/echo-back-end.ts'
import {
  type Answered,
  type Asked,
  type GateStage,
  openStage,
  send,
} from '../../packages/gate/testing/gate-stage.ts'
import { findCaddy, findEnvoy } from '../gate/python.ts'
import { stop } from '../kit/child-process.ts'
import { openFolder } from '../kit/folder.ts'
import { until } from '../kit/until.ts'
import { type Front, HOST, startFront } from './gate-front.ts'
import { findTool } from './tools.ts'

/** A proxy with its reference file before a gate and a back end. */
export interface FrontStage {
  readonly gate: GateStage
  readonly backEnd: EchoBackEnd
  readonly port: number
  readonly folder: string
  /** Sends a request to the proxy, as a visitor. */
  ask(asked: Asked): Promise<Answered>
  close(): Promise<void>
}

const foundCaddy = await findCaddy()

/** The proxies of this machine. A test of one that is missing is skipped. */
export const TOOLS: Readonly<Record<Front['name'], string | undefined>> = {
  nginx: findTool('nginx'),
  caddy: 'caddy' in foundCaddy ? foundCaddy.caddy : undefined,
  traefik: findTool('traefik'),
  envoy: await findEnvoy(),
}

/** Starts everything, and waits until the proxy passes requests on. */
export async function openFrontStage(
  front: Front,
  tool: string,
  settings: Readonly<Record<string, string>>,
): Promise<FrontStage> {
  const gate = await openStage({ GATE_PROXY: front.name, ...settings })
  const backEnd = await startEcho()
  const folder = join(openFolder(), front.name)
  mkdirSync(folder)
  const places = { folder, gatePort: gate.gate.listening.port, backEndPort: backEnd.port }
  const { run, port } = await startFront({ front, program: tool }, places)
  const ask = (asked: Asked) => send(port, asked, HOST)
  await until(
    () => `${front.name} answers: ${run.output()}`,
    () =>
      ask({ path: '/api/v1/sso/config/' }).then(
        ({ status }) => status === 200 || undefined,
        () => undefined,
      ),
  )
  return {
    ...{ gate, backEnd, port, folder, ask },
    async close() {
      await stop(run)
      await backEnd.close()
      await gate.close()
    },
  }
}
