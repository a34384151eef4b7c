import { execFile } from 'node:child_process'
import { chownSync, copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Node, NodeExtras, NodePlace, Owner } from './node.ts'

const DEPLOY = fileURLToPath(new URL('../../../deploy/', import.meta.url))

const runProgram = promisify(execFile)

/** The nodes of a cluster archive into one repository, with the files of deploy/patroni and deploy/pgbackrest as they are. */
export function withArchive(folder: string, owner: Owner): (place: NodePlace) => NodeExtras {
  const makeFolder = (name: string) => {
    const path = join(folder, name)
    mkdirSync(path, { mode: 0o700 })
    chownSync(path, owner.uid, owner.gid)
    return path
  }
  const copy = (file: string, to: string, name: string) => {
    const path = join(to, name)
    copyFileSync(join(DEPLOY, file), path)
    chownSync(path, owner.uid, owner.gid)
    return path
  }
  const configuration = makeFolder('patroni')
  copy('patroni/patroni.yml', configuration, 'patroni.yml')
  copy('patroni/archive.yml', configuration, 'archive.yml')
  const pgbackrest = copy('pgbackrest/pgbackrest.conf', folder, 'pgbackrest.conf')
  const repository = makeFolder('repository')
  return ({ name, port, dataDir }) => ({
    configuration,
    environment: {
      PGBACKREST_CONFIG: pgbackrest,
      PGBACKREST_REPO1_PATH: repository,
      PGBACKREST_REPO1_CIPHER_PASS: 'loopback-only',
      PGBACKREST_SPOOL_PATH: makeFolder(`${name}-spool`),
      PGBACKREST_LOCK_PATH: makeFolder(`${name}-lock`),
      PGBACKREST_LOG_PATH: makeFolder(`${name}-log`),
      PGBACKREST_PG1_PATH: dataDir,
      PGBACKREST_PG1_PORT: String(port),
    },
  })
}

/** Runs pgBackRest on the machine of a node. Throws where it fails. */
export async function pgbackrest(node: Node, owner: Owner, ...args: readonly string[]): Promise<void> {
  const how = { ...owner, cwd: '/', env: node.environment, maxBuffer: 2 ** 26 }
  await runProgram('/usr/bin/pgbackrest', ['--stanza=portico', ...args], how)
}
