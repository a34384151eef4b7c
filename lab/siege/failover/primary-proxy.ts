import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { watch } from '../../../journeys/kit/child-process.ts'
import { deriveText } from '../../../journeys/kit/derive-text.ts'
import { openFolder } from '../../../journeys/kit/folder.ts'
import { freePort } from '../../../packages/identity/testing/free-port.ts'
import type { Siege } from '../stage.ts'
import type { Node } from './node.ts'

const HAPROXY = '/usr/sbin/haproxy'

/** The reference configuration. Only addresses are replaced. */
const REFERENCE = fileURLToPath(new URL('../../../deploy/patroni/haproxy.cfg', import.meta.url))

/** Whether this machine can run it. */
export const hasProxy = () => existsSync(HAPROXY)

/** Starts HAProxy in front of three nodes. Returns its port, which leads to the primary. */
export async function startPrimaryProxy(
  siege: Pick<Siege, 'cleanup'>,
  nodes: readonly Node[],
): Promise<number> {
  const folder = openFolder()
  siege.cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
  const port = await freePort()
  const file = join(folder, 'haproxy.cfg')
  const places = nodes.map(
    ({ place, restPort }, index) =>
      [`10.0.0.${index + 1}:5432 check port 8008`, `${place} check port ${restPort}`] as const,
  )
  const bind = ['bind 127.0.0.1:5432', `bind 127.0.0.1:${port}`] as const
  writeFileSync(file, deriveText(readFileSync(REFERENCE, 'utf8'), [bind, ...places]))
  const run = watch(spawn(HAPROXY, ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] }))
  siege.cleanup.add(() => run.end('SIGKILL'))
  return port
}
