import { lstatSync, readFileSync } from 'node:fs'
import { EmbeddedTrouble } from './embedded-trouble.ts'

/** The user that PostgreSQL's processes run as, when that is not ourselves. */
export interface ServerUser {
  readonly uid: number
  readonly gid: number
}

/**
 * PostgreSQL refuses to run as root: then it runs as the owner of the cluster that is there, or as `nobody` when there
 * is none yet. Otherwise it runs as ourselves (`undefined`).
 */
export function serverUser(cluster: string): ServerUser | undefined {
  const self = process.getuid?.()
  const owner = lstatSync(cluster, { throwIfNoEntry: false })
  if (self !== 0 && owner && owner.uid !== self) {
    throw new EmbeddedTrouble(
      `The database in ${cluster} belongs to another user: start Portico as that user or as root.`,
    )
  }
  if (self !== 0) return undefined
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobody()
}

function nobody(): ServerUser {
  const line = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
  if (line) return { uid: Number(line[1]), gid: Number(line[2]) }
  throw new EmbeddedTrouble(
    'PostgreSQL does not run as root and this system has no user "nobody": start Portico as an ordinary user.',
  )
}
