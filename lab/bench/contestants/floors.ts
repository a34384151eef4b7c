import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type RunningProgram, startProgram } from '../machine/child.ts'
import type { Stage } from '../stage.ts'
import { awaitFirstAnswer } from './await-first-answer.ts'
import type { Contestant } from './contestant.ts'
import { freePort } from './free-port.ts'

/** The name of the floor under introspection. */
export const BARE_HTTP = 'bare node:http'

/** Work without any server around it. */
export type FloorWork = 'rsa-2048' | 'argon2id'

/** Does bare work for so many seconds; returns how many pieces came of it. */
export type WorkFloor = (work: FloorWork, seconds: number) => Promise<{ answers: number; seconds: number }>

const SERVER = fileURLToPath(new URL('./floor-server.ts', import.meta.url))
const WORK = fileURLToPath(new URL('./floor-work.ts', import.meta.url))

/** Headers that the bare server sets by itself, or that say when the sample was made. */
const OWN_HEADERS = new Set(['connection', 'date', 'keep-alive'])

/** A bare server that sends the bytes of Portico's introspection answer to whatever Portico is asked. */
export async function bareServerContestant(stage: Stage, portico: Contestant): Promise<Contestant> {
  const sample = await sampleAnswer(portico)
  const port = await freePort()
  const program = startProgram({
    name: 'floor-server',
    file: SERVER,
    args: [JSON.stringify({ port, ...sample })],
    logFile: join(stage.folder, 'floor-server.log'),
    onCore: stage.pinning.onServerCore,
  })
  stage.closings.add(() => program.stop())
  await awaitFirstAnswer(`http://127.0.0.1:${port}/`, performance.now())
  return {
    name: BARE_HTTP,
    servers: [{ pid: program.pid, port }],
    operations: ['introspection'],
    prepare: async (wanted) => {
      const shots = await portico.prepare(wanted)
      if (shots.kind !== 'cycle') throw new Error('A bare server repeats itself')
      // The same answer whoever is asked about, so only its beginning can be checked.
      return { ...shots, shots: shots.shots.map((shot) => ({ ...shot, contains: '"active":true,"sub":"' })) }
    },
  }
}

/** Starts what does the bare work. */
export function startWorkFloor(stage: Stage): WorkFloor {
  const program: RunningProgram = startProgram({
    name: 'floor-work',
    file: WORK,
    logFile: join(stage.folder, 'floor-work.log'),
    onCore: stage.pinning.onServerCore,
  })
  stage.closings.add(() => program.stop())
  return (work, seconds) => {
    const answer = program.nextMessage<{ answers: number; seconds: number }>(seconds + 60)
    program.send({ work, seconds })
    return answer
  }
}

async function sampleAnswer(portico: Contestant): Promise<{ body: string; headers: Record<string, string> }> {
  const { path, body, authorization } = await sampleRequest(portico)
  const [server] = portico.servers
  const answer = await fetch(`http://127.0.0.1:${server?.port}${path}`, {
    method: 'POST',
    body,
    headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
  })
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !OWN_HEADERS.has(name)))
  return { body: await answer.text(), headers }
}

async function sampleRequest(
  portico: Contestant,
): Promise<Readonly<Record<'path' | 'body' | 'authorization', string>>> {
  const shots = await portico.prepare({ operation: 'introspection', connections: 1, amount: 1 })
  const request = shots.kind === 'cycle' ? (shots.shots[0]?.request ?? '') : ''
  const [head = '', body = ''] = request.split('\r\n\r\n')
  const [, path = '/'] = /^POST (\S+)/.exec(head) ?? []
  const [, authorization = ''] = /\r\nauthorization: (.*)/.exec(head) ?? []
  return { path, body, authorization }
}
