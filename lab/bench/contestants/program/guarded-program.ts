import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Shot } from '../../load/shot.ts'
import { startProgram } from '../../machine/child.ts'
import { withClient } from '../../machine/postgres-client.ts'
import { createDatabase, type Stage } from '../../stage.ts'
import { awaitFirstAnswer } from '../await-first-answer.ts'
import type { Contestant, Server } from '../contestant.ts'
import { freePort } from '../free-port.ts'
import { startPortico } from '../portico.ts'
import { preparePortico } from '../portico-rows.ts'
import { GUARDED_PATH, OPEN_PATH, type ProgramSettings } from './program-settings.ts'
import { type ProgramSession, signInAtProgram } from './program-sign-in.ts'

/** The route that anybody may ask. */
export const OPEN = 'unguarded'

/** The route of citizens, when the identity service was asked a moment ago. */
export const FRESH = 'guarded, check fresh'

/** The same when it has to be asked first. */
export const DUE = 'guarded, check due'

const PROGRAM = fileURLToPath(new URL('./program-process.ts', import.meta.url))
const DATABASE = 'program'

/** Longer ago than any check may be. */
const DUE_SECONDS = 31

/** What is made ready. */
export interface ProgramWanted {
  readonly people: number
  readonly sessions: number
  readonly validity?: ProgramSettings['validity']
}

/** A program with sessions, beside the identity service that it asks. */
export interface GuardedProgram {
  readonly server: Server
  readonly metricsPort: number
  readonly sessions: readonly ProgramSession[]
  /** Lets every session have been checked so many seconds ago. */
  checkedAgo(seconds: number): Promise<void>
}

/** Starts both and signs citizens in; the program has the core of what is measured, the identity service the other. */
export async function startGuardedProgram(stage: Stage, wanted: ProgramWanted): Promise<GuardedProgram> {
  const identityDatabase = await createDatabase(stage, 'portico_program')
  const onCore = (command: readonly string[]) => command
  const identity = await startPortico(stage, identityDatabase, { onCore })
  const port = await freePort()
  const redirectUri = `http://localhost:${port}/api/v1/sso/callback/`
  const { program, people } = await preparePortico(identityDatabase, wanted.people, redirectUri)
  await createDatabase(stage, DATABASE)
  const { socketDir, port: postgresPort, user } = stage.postgres
  const settings: ProgramSettings = {
    ...{ port, socketDir, postgresPort, user, database: DATABASE },
    identityUrl: `http://localhost:${identity.port}`,
    clientId: program.clientId,
    clientSecret: program.clientSecret,
    encryptionKey: randomBytes(32).toString('base64'),
    ...(wanted.validity ? { validity: wanted.validity } : {}),
  }
  const pid = await startProgramServer(stage, settings)
  stage.say(`signing citizens in at the program ${wanted.sessions} times`)
  const places = { programPort: port, identityPort: identity.port }
  const sessions = await signInAtProgram(stage.loader, places, { people, count: wanted.sessions })
  return {
    server: { pid, port },
    metricsPort: identity.metricsPort,
    sessions,
    checkedAgo: (seconds) =>
      withClient(stage.postgres, DATABASE, async (client) => {
        await client.query(
          `update sso.sessions set central_checked_at = now() - make_interval(secs => $1), lease_until = null`,
          [seconds],
        )
      }),
  }
}

async function startProgramServer(stage: Stage, settings: ProgramSettings): Promise<number> {
  const program = startProgram({
    name: 'program',
    file: PROGRAM,
    args: [JSON.stringify(settings)],
    logFile: join(stage.folder, 'program.log'),
    onCore: stage.pinning.onServerCore,
  })
  stage.closings.add(() => program.stop())
  await awaitFirstAnswer(`http://127.0.0.1:${settings.port}${OPEN_PATH}`, performance.now())
  return program.pid
}

/** The same route without a guard, with one whose check is fresh, and with one whose check is due at every request. */
export function guardedContestants(program: GuardedProgram): readonly Contestant[] {
  const { server, sessions } = program
  const of = (name: string, prepare: Contestant['prepare']): Contestant => ({
    ...{ name, servers: [server], operations: ['guarded-route'], prepare },
  })
  const guarded = sessions.map((session) => shotOf(server.port, GUARDED_PATH, session))
  return [
    of(OPEN, async () => ({
      kind: 'cycle',
      shots: sessions.map((session) => shotOf(server.port, OPEN_PATH, session)),
    })),
    of(FRESH, async () => {
      await program.checkedAgo(0)
      return { kind: 'cycle', shots: guarded }
    }),
    of(DUE, async () => {
      await program.checkedAgo(DUE_SECONDS)
      // Each session once: the first request is what finds the check due.
      return { kind: 'once', shots: guarded }
    }),
  ]
}

/** A request of a citizen's app; from the guarded route it must bring what the program knows of this citizen. */
export function shotOf(port: number, path: string, { accessToken, email }: ProgramSession): Shot {
  const lines = [`GET ${path} HTTP/1.1`, `host: localhost:${port}`, `authorization: Bearer ${accessToken}`]
  const contains = path === GUARDED_PATH ? `{"email":"${email}"}` : '{"email":"'
  return { request: `${lines.join('\r\n')}\r\n\r\n`, status: 200, contains }
}
