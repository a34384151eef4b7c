import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What runs the peer. */
export interface PeerRuntime {
  /** The name under which the peer's figures are shown. */
  readonly name: string
  /** Names its database and its log. */
  readonly database: string
  /** Its program. */
  readonly file: string
  /** Node's executable, where it is not the one that runs this. */
  readonly node?: string
}

/** The peer on the same Node as Portico. */
export const SAME_NODE: PeerRuntime = {
  name: 'oidc-provider',
  database: 'peer',
  file: fileURLToPath(new URL('./peer-process.ts', import.meta.url)),
}

/** The peer on our Node, and on the machine's own where that is another. */
export function peersHere(): readonly PeerRuntime[] {
  return [SAME_NODE, machineNode()].filter((peer) => peer !== undefined)
}

/**
 * The peer on the Node of this machine, where that is another one: Portico brings its own, and who installs the peer
 * runs it on what is there. Older lines carry its `AsyncLocalStorage` at a price that the newer ones do not ask.
 */
function machineNode(): PeerRuntime | undefined {
  const launchedBy = process.env['PORTICO_LAUNCHED_BY']
  if (launchedBy === undefined || launchedBy === process.execPath) return undefined
  const version = execFileSync(launchedBy, ['--version'], { encoding: 'utf8' }).trim()
  const major = version.split('.')[0] ?? version
  if (major === process.version.split('.')[0]) return undefined
  return {
    name: `oidc-provider on Node ${major.slice(1)}`,
    database: 'peer_on_machine_node',
    file: plainProgram(),
    node: launchedBy,
  }
}

/** The peer's program as any Node runs it: its types taken away, kept where its packages are found. */
function plainProgram(): string {
  const folder = fileURLToPath(new URL('../../../../.runtime/bench-peer/', import.meta.url))
  const file = join(folder, 'peer-process.mjs')
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, stripTypeScriptTypes(readFileSync(SAME_NODE.file, 'utf8')))
  return file
}
