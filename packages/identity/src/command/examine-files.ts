import { mkdtemp, rmdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import type { SecretFile } from '../secret-files.ts'
import { readSecretKey, secretKeyPath } from '../secret-key-file.ts'
import { examineDisk } from './examine-disk.ts'
import { type Finding, idle, ok, wrong } from './finding.ts'
import { sayWhy } from './trouble.ts'

const OTHERS_READ_OR_WRITE = 0o066
const ANYTHING_FOR_OTHERS = 0o077

/** The group may read a secret of a container or of systemd. It is then the group of the service alone. */
const MORE_THAN_THE_GROUP_NEEDS = 0o027

/** Checks the files of the data directory and those of secret settings: other users may not read them. */
export async function examineFiles(config: Config): Promise<readonly Finding[]> {
  const secrets = await Promise.all(config.secretFiles.map(examineSecretFile))
  if (config.database.kind === 'url')
    return [ok('Data directory', 'not used for keys: they are in PORTICO_SECRET_KEY'), ...secrets]
  return [
    await examineFolder(config.dataDir),
    ...(await examineDisk(config.dataDir)),
    await examineKey(config),
    ...secrets,
  ]
}

async function examineSecretFile({ setting, path }: SecretFile): Promise<Finding> {
  const mode = (await modeOf(path)) ?? 0
  if ((mode & MORE_THAN_THE_GROUP_NEEDS) === 0)
    return ok('Secret file', `${path} (${setting}) cannot be read by others`)
  return wrong(
    'Secret file',
    `others may read or change ${path} (${setting}, mode ${octal(mode)})`,
    `chmod u=rw,g=r,o= ${path}`,
  )
}

async function examineFolder(dataDir: string): Promise<Finding> {
  const check = 'Data directory'
  const mode = await modeOf(dataDir)
  if (mode === undefined) return examineMissing(check, dataDir)
  if ((mode & OTHERS_READ_OR_WRITE) === 0) return ok(check, `${dataDir} cannot be read or written by others`)
  return wrong(
    check,
    `others may read or write in ${dataDir} (mode ${octal(mode)})`,
    `chmod go-rw ${dataDir}`,
  )
}

/** Whether a folder that is not there can be made: where the nearest one above it lets it. To ask the rights is not enough: in /proc nobody makes a folder, whatever the rights say. */
async function examineMissing(check: string, dataDir: string): Promise<Finding> {
  const above = await nearestFolder(resolve(dataDir))
  const cannot = above.isFolder ? await whyNothingIsMade(above.path) : 'ENOTDIR'
  if (cannot === undefined) return idle(check, `${dataDir} is made at the first start`)
  return wrong(
    check,
    `${dataDir} is not there and cannot be made: nothing can be made in ${above.path} (${cannot})`,
    'set PORTICO_DATA_DIR to a folder that the user of the service may write in, or make it',
  )
}

async function nearestFolder(path: string): Promise<{ readonly path: string; readonly isFolder: boolean }> {
  const found = await stat(path).catch(() => undefined)
  if (found) return { path, isFolder: found.isDirectory() }
  return nearestFolder(dirname(path))
}

/** A folder is made there and taken away at once. */
async function whyNothingIsMade(folder: string): Promise<string | undefined> {
  try {
    await rmdir(await mkdtemp(join(folder, '.portico-doctor-')))
    return undefined
  } catch (error) {
    return codeOf(error)
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
}

async function examineKey(config: Config): Promise<Finding> {
  const check = 'Secret key'
  if (config.secretKeys.length > 0) return ok(check, `${config.secretKeys.length} in PORTICO_SECRET_KEY`)
  const path = secretKeyPath(config.dataDir)
  try {
    if ((await readSecretKey(path)) === undefined)
      return idle(check, `${path} is made when it is first needed`)
    const mode = (await modeOf(path)) ?? 0
    if ((mode & ANYTHING_FOR_OTHERS) === 0) return ok(check, `${path} can be read only by its owner`)
    return wrong(check, `others may read ${path} (mode ${octal(mode)})`, `chmod 600 ${path}`)
  } catch (error) {
    return wrong(check, sayWhy(error), 'see above')
  }
}

async function modeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ mode }) => mode & 0o777,
    () => undefined,
  )
}

function octal(mode: number): string {
  return mode.toString(8).padStart(4, '0')
}
