// `npm run build`: writes the JavaScript and the types of the published packages to packages/*/dist, and each package
// as it is published to dist/npm/. npm has no publishConfig for `exports`, so a published package has a manifest of its
// own. The manifest in the sources names the TypeScript files.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { toolPath } from './check.mjs'
import { nodeGuard } from './node-guard.mjs'
import { NODE_OPTIONS } from './node-options.mjs'
import { run } from './processes.mjs'
import { OLDEST_NODE_OF_THE_SERVICE, PACKAGES } from './published.mjs'
import { say, Trouble } from './say.mjs'

/** Files that the compiler does not copy. What tests read has `.fixture` in its name. */
const ASSET = /(?<!\.fixture)\.(?:css|svg|js|json)$/

const RELATIVE_SOURCE = /((?:from|import|new URL)\s*\(?\s*)(['"])(\.{1,2}\/[^'"]+)\.ts\2/g

/** Builds every package; returns the folders that can be packed. */
export async function build(root, { node, env }, out = join(root, 'dist', 'npm')) {
  const staged = []
  for (const { folder, ...about } of PACKAGES) {
    const home = join(root, 'packages', folder)
    const dist = join(home, 'dist')
    rmSync(dist, { recursive: true, force: true })
    const { code } = await run(node, [toolPath(root, 'tsc'), '-p', join(home, 'tsconfig.build.json')], {
      cwd: root,
      env,
    })
    if (code !== 0) throw new Trouble(`packages/${folder} cannot be built: see the lines above.`)
    leadToJavaScript(dist)
    copyAssets(join(home, 'src'), dist)
    if (folder === 'gate') copyProxyFiles(root, dist)
    staged.push(stage({ root, home, about, target: join(out, folder) }))
    say(`built packages/${folder}/dist and ${join(out, folder)}`)
  }
  return staged
}

/**
 * Older compilers do not resolve `./name.ts` in a declaration file, and no compiler changes the address of a thread's file
 * (`new URL`).
 */
function leadToJavaScript(dist) {
  for (const path of filesBelow(dist)) {
    if (!/\.(?:d\.ts|js)$/.test(path)) continue
    writeFileSync(path, readFileSync(path, 'utf8').replace(RELATIVE_SOURCE, '$1$2$3.js$2'))
  }
}

function copyAssets(src, dist) {
  for (const path of filesBelow(src)) {
    if (!ASSET.test(path)) continue
    const target = join(dist, relative(src, path))
    if (existsSync(target))
      throw new Trouble(
        `${path} would replace the module of the same name that was built: give it another name.`,
      )
    cpSync(path, target, { recursive: true })
  }
}

/** `portico-gate init` writes the reference files of the deploy kit. */
function copyProxyFiles(root, dist) {
  for (const path of ['nginx/gate.conf', 'caddy/gate.Caddyfile', 'traefik/gate.yml', 'envoy/gate.yaml'])
    cpSync(join(root, 'deploy', path), join(dist, 'proxies', path))
}

function filesBelow(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
}

function stage({ root, home, about, target }) {
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  const source = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  const manifest = publishable(source, { ...about, home })
  // The changelog is there from the first release on.
  const parts = manifest.files.filter((name) => name !== 'CHANGELOG.md' || existsSync(join(home, name)))
  for (const part of parts) cpSync(join(home, part), join(target, part), { recursive: true })
  for (const [name, bin] of Object.entries(manifest.bin ?? {}))
    writeFirstLines(join(target, bin), name, about.node)
  cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'))
  if (existsSync(join(home, 'README.md'))) cpSync(join(home, 'README.md'), join(target, 'README.md'))
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  return target
}

/**
 * Where no launcher starts Node, the first line of the command does: for the service and the gate with the same options as
 * the launcher. The next ones refuse a Node that is too old.
 */
function writeFirstLines(command, name, engines) {
  const text = readFileSync(command, 'utf8')
  const start =
    engines === OLDEST_NODE_OF_THE_SERVICE
      ? `#!/usr/bin/env -S node ${NODE_OPTIONS.join(' ')}`
      : '#!/usr/bin/env node'
  writeFileSync(
    command,
    text.replace(/^#!.*\n/, () => `${start}\n${nodeGuard(name, engines)}\n`),
  )
}

/** The published manifest: its `exports` name JavaScript and types, and it has no fields for development. */
function publishable(
  { scripts: _scripts, devDependencies: _dev, private: _private, ...manifest },
  { home, peers, node },
) {
  const exports = Object.fromEntries(
    Object.entries(manifest.exports ?? {}).map(([door, source]) => [door, builtDoor(home, source)]),
  )
  return {
    ...manifest,
    ...peersOf(manifest, peers),
    exports: { ...exports, './package.json': './package.json' },
    engines: { node },
    files: ['dist', ...(manifest.bin ? ['bin'] : []), 'CHANGELOG.md'],
  }
}

/** Peers are optional: npm installs none by itself. One that is a dependency in the sources has the same version. */
function peersOf({ dependencies = {} }, peers) {
  const names = Object.keys(peers)
  if (names.length === 0) return {}
  const own = Object.entries(dependencies).filter(([name]) => !names.includes(name))
  return {
    dependencies: Object.fromEntries(own),
    peerDependencies: Object.fromEntries(names.map((name) => [name, peers[name] ?? dependencies[name]])),
    peerDependenciesMeta: Object.fromEntries(names.map((name) => [name, { optional: true }])),
  }
}

/** A package that is a command is built without types. */
function builtDoor(home, source) {
  const built = source.replace(/^\.\/src\//, './dist/').replace(/\.ts$/, '')
  const types = existsSync(join(home, `${built}.d.ts`)) ? { types: `${built}.d.ts` } : {}
  return { ...types, default: `${built}.js` }
}
