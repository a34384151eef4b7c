// `npm run build`: writes the JavaScript and the types of the published packages to packages/*/dist, and each package
// as it is published to dist/npm/. npm has no publishConfig for `exports`, so a published package has a manifest of its
// own. The manifest in the sources names the TypeScript files.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toolPath } from './check.mjs'
import { run } from './processes.mjs'
import { say, Trouble } from './say.mjs'

/** The packages, and the dependencies that their users install. */
const PACKAGES = [
  { folder: 'app', peers: {} },
  { folder: 'program', peers: { fastify: '>=5', hono: '>=4' } },
]

const OLDEST_NODE = '>=20.11'
const RELATIVE_SOURCE = /((?:from|import)\s*\(?\s*)(['"])(\.{1,2}\/[^'"]+)\.ts\2/g

/** Builds every package; returns the folders that can be packed. */
export async function build(root, { node, env }, out = join(root, 'dist', 'npm')) {
  const staged = []
  for (const { folder, peers } of PACKAGES) {
    const home = join(root, 'packages', folder)
    const dist = join(home, 'dist')
    rmSync(dist, { recursive: true, force: true })
    const { code } = await run(node, [toolPath(root, 'tsc'), '-p', join(home, 'tsconfig.build.json')], {
      cwd: root,
      env,
    })
    if (code !== 0) throw new Trouble(`packages/${folder} cannot be built: see the lines above.`)
    leadTypesToJavaScript(dist)
    staged.push(stage({ root, home, peers, target: join(out, folder) }))
    say(`built packages/${folder}/dist and ${join(out, folder)}`)
  }
  return staged
}

/** Older compilers do not resolve `./name.ts` in a declaration file. */
function leadTypesToJavaScript(dist) {
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.d.ts')) continue
    const path = join(entry.parentPath ?? entry.path, entry.name)
    writeFileSync(path, readFileSync(path, 'utf8').replace(RELATIVE_SOURCE, '$1$2$3.js$2'))
  }
}

function stage({ root, home, peers, target }) {
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  for (const part of ['dist', ...(manifest.bin ? ['bin'] : [])])
    cpSync(join(home, part), join(target, part), { recursive: true })
  cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'))
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(publishable(manifest, peers), null, 2)}\n`)
  return target
}

/** The published manifest: its `exports` name JavaScript and types, and it has no fields for development. */
function publishable({ scripts: _scripts, devDependencies: _dev, private: _private, ...manifest }, peers) {
  const exports = Object.fromEntries(
    Object.entries(manifest.exports).map(([door, source]) => [door, builtDoor(source)]),
  )
  const optional = Object.fromEntries(Object.keys(peers).map((name) => [name, { optional: true }]))
  return {
    ...manifest,
    exports: { ...exports, './package.json': './package.json' },
    engines: { node: OLDEST_NODE },
    files: ['dist', ...(manifest.bin ? ['bin'] : [])],
    ...(Object.keys(peers).length > 0 && { peerDependencies: peers, peerDependenciesMeta: optional }),
  }
}

function builtDoor(source) {
  const built = source.replace(/^\.\/src\//, './dist/').replace(/\.ts$/, '')
  return { types: `${built}.d.ts`, default: `${built}.js` }
}
