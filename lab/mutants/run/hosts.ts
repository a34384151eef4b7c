import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { setup } from '../../../packages/identity/testing/global-setup.ts'
import { copyTree } from '../../../scripts/copy-tree.ts'
import type { Answer, Order } from './order.ts'

/** The most time of one test. */
const TEST_MILLISECONDS = 90_000

/** Runs tests in a copy of the tree. */
export interface Host {
  /** The copy. */
  readonly root: string
  /** Nothing where the tests took longer than the limit: then they were ended. */
  run(order: Order, limitMilliseconds: number): Promise<Answer | undefined>
}

/** It also notes in a file what the tests have run. */
export type NotingHost = Host & { readonly notes: string }

interface Cleanup {
  add(action: () => unknown): void
}

/** Starts the PostgreSQL of all test hosts. Returns what its set-up provides to tests, as JSON. */
export async function startServer(cleanup: Cleanup): Promise<string> {
  const provided: Record<string, unknown> = {}
  const provide = (name: string, value: unknown) => (provided[name] = value)
  // It uses nothing else of a project.
  const stop = await setup({ provide } as unknown as TestProject)
  cleanup.add(stop)
  return JSON.stringify(provided)
}

/** Copies the tree and makes a host there, which starts with its first order. */
export async function openHost(cleanup: Cleanup, server: string): Promise<NotingHost> {
  const copy = await copyTree('portico-mutants-')
  cleanup.add(() => rm(copy, { recursive: true, force: true }))
  const notes = join(copy, '.cache-notes.jsonl')
  const start = () => startHost(copy, { MUTANTS_PROVIDED: server, MUTANTS_NOTES: notes })
  let host: ChildProcess | undefined
  const leave = async () => {
    const left = host
    host = undefined
    if (left) await end(left)
  }
  cleanup.add(leave)
  return {
    ...{ root: copy, notes },
    async run(order, limitMilliseconds) {
      host ??= await start()
      const answer = await within(ask(host, order), limitMilliseconds).catch(async (error: unknown) => {
        await leave()
        throw error
      })
      if (!answer) await leave()
      return answer
    },
  }
}

async function startHost(copy: string, env: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const host = fork(join(copy, 'lab/mutants/run/test-host.ts'), [], {
    cwd: copy,
    detached: true,
    // The launcher's own options would let the host end as soon as it waits.
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, ...env, MUTANTS_TEST_MILLISECONDS: String(TEST_MILLISECONDS) },
  })
  await once(host, 'message')
  return host
}

async function ask(host: ChildProcess, order: Order): Promise<Answer> {
  const over = new AbortController()
  const answered = once(host, 'message', over)
  const ended = once(host, 'exit', over).then(([code, signal]) => {
    throw new Error(`The process that runs the tests ended by itself (${code ?? signal})`)
  })
  host.send(order)
  try {
    const [answer] = await Promise.race([answered, ended])
    return answer
  } finally {
    over.abort()
    for (const one of [answered, ended]) one.catch(() => undefined)
  }
}

async function within<Value>(work: Promise<Value>, milliseconds: number): Promise<Value | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), milliseconds)
  // If the host is ended later, nobody waits for this any more.
  work.catch(() => undefined)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

/** Ends a host, and what its tests have started. */
async function end(host: ChildProcess): Promise<void> {
  if (host.pid === undefined || host.exitCode !== null || host.signalCode !== null) return
  const gone = once(host, 'exit')
  process.kill(-host.pid, 'SIGKILL')
  await gone
}
