import { execFile } from 'node:child_process'
import { rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect } from 'vitest'
import { freePort } from '../../packages/identity/testing/free-port.ts'
import { type Run, startNode } from '../kit/child-process.ts'
import { openFolder } from '../kit/folder.ts'
import { openSimulator, type Simulator } from '../simulator.ts'
import { openPageBrowser } from './page-browser.ts'
import { untilAnswers } from './stage.ts'

/** The command of the gate. */
export const GATE = fileURLToPath(new URL('../../packages/gate/src/main.ts', import.meta.url))

interface Said {
  readonly code: number
  readonly text: string
}

/** `portico-gate init` in an empty folder: the real command, simulator and gate. */
export interface InitStage {
  readonly folder: () => string
  readonly simulator: () => Simulator
  init(...args: readonly string[]): Promise<Said>
  /**
   * Starts what it writes, with a back end that greets, until a citizen of the simulator sees her name.
   *
   * @param start starts the proxy with the files in a folder, at an address
   */
  greets(proxy: string | null, start?: (home: string, base: string) => Promise<Run>): Promise<void>
}

/** Opens a stage before the tests of a file, and closes it after them. */
export function useInitStage(): InitStage {
  let folder: string
  let simulator: Simulator
  const runs: Run[] = []
  beforeAll(async () => {
    folder = openFolder()
    simulator = await openSimulator()
  })
  afterAll(async () => {
    await Promise.all(runs.map((run) => run.end('SIGTERM')))
    await simulator?.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const init: InitStage['init'] = (...args) => {
    const { PATH = '' } = process.env
    return new Promise((resolve) =>
      execFile(process.execPath, [GATE, 'init', ...args], { cwd: folder, env: { PATH } }, (error, out, err) =>
        resolve({ code: error ? Number(error.code) : 0, text: out + err }),
      ),
    )
  }
  return {
    ...{ folder: () => folder, simulator: () => simulator, init },
    async greets(proxy, start) {
      const [gate, site, backEnd] = [await freePort(), await freePort(), await freePort()]
      const base = `http://localhost:${proxy === null ? gate : site}`
      const name = `for-${proxy}`
      const options = ['--folder', name, '--identity', simulator.url, '--program', base]
      const places = ['--listen', `127.0.0.1:${gate}`, '--back-end', `127.0.0.1:${backEnd}`]
      const first = await init(...options, ...places, ...(proxy === null ? [] : ['--proxy', proxy]))
      expect([first.code, first.text]).toEqual([
        0,
        expect.stringContaining(`portico-gate --settings ${name}/gate.env`),
      ])
      expect(first.text).not.toContain(simulator.client_secret)
      const settings = join(folder, name, 'gate.env')
      expect(statSync(settings).mode & 0o777).toBe(0o600)
      const server = createServer((req, res) => res.end(`Hello ${req.headers['x-portico-name']}`))
      await new Promise<void>((resolve) => server.listen(backEnd, '127.0.0.1', resolve))
      const run = startNode({ file: GATE, args: ['serve', '--settings', settings], environment: {} })
      runs.push(run)
      await untilAnswers(run, 'the gate', `http://127.0.0.1:${gate}/gate/jwks.json`)
      if (start) runs.push(await start(join(folder, name), base))
      expect(await textAfterSignIn(base, simulator)).toBe('Hello Ana Example')
      server.close()
    },
  }
}

async function textAfterSignIn(base: string, simulator: Simulator): Promise<string> {
  const browser = openPageBrowser(base)
  const { url: authorization_url } = await browser.get(`${base}/`)
  const answer = await fetch(`${simulator.url}/dev/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ authorization_url, citizen: 'ana@example.test' }),
  })
  const { callback_url: callback } = (await answer.json()) as { callback_url: string }
  return (await browser.get(callback)).html.text
}
