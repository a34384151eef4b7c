// Makes the site of the documentation: static pages with a search, without any address outside. Usage: node build.mjs [TARGET] [--serve].
// With --open it makes no site: it shows the pages at an address of this machine.
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gatherPages } from './gather.mjs'

const SITE = dirname(fileURLToPath(import.meta.url))
const ROOT = join(SITE, '..', '..')
const PAGES = join(SITE, '.vitepress', 'pages')
/** The packages with a reference of their types, and where it is kept. */
const TYPED = ['program', 'app']
const TYPES = join(SITE, '.vitepress', 'types')
const PORT = Number(process.env['PORTICO_DOCS_PORT'] ?? 4173)

const [given] = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const target = resolve(given ?? join(ROOT, 'dist', 'docs'))
const say = (line) => process.stderr.write(`docs: ${line}\n`)

install()
const pages = gatherPages(ROOT, PAGES)
say(`${pages.length} pages`)
if (process.argv.includes('--open')) await openPages()
else await makeSite()

/** Shows the pages as they are in the repository: a page is made when it is asked for. Ends with Ctrl-C. */
async function openPages() {
  const typed = TYPED.filter((name) => existsSync(join(TYPES, name)))
  for (const name of typed) cpSync(join(TYPES, name), join(PAGES, 'reference', name), { recursive: true })
  if (typed.length < TYPED.length) say('without the reference of the types: "npm run docs" makes it, once')
  say('reading the pages, for the search (about 10 seconds)')
  const { createServer } = await vitepress()
  const server = await createServer(SITE, { port: PORT, strictPort: true })
  await server.listen().catch(notServed)
  const address = `http://localhost:${server.config.server.port}/`
  say(`open ${address} (Ctrl-C ends it)`)
  openBrowser(address)
}

/** Opens the address, where the machine has a program for that. */
function openBrowser(address) {
  const openers = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] }
  const [program, ...before] = openers[process.platform] ?? ['xdg-open']
  const opener = spawn(program, [...before, address], { stdio: 'ignore', detached: true })
  opener.once('error', () => say('no browser was found here: open the address yourself'))
  opener.unref()
}

async function makeSite() {
  for (const name of TYPED) reference(name)
  run('vitepress', ['build', SITE, '--outDir', target], 'making the site (about a minute)')
  for (const path of globSync('**/*.md', { cwd: PAGES })) cpSync(join(PAGES, path), join(target, path))
  const lost = lostLinks(target)
  for (const line of lost) say(line)
  if (lost.length > 0) process.exit(1)
  say(`the site is in ${target}: serve that folder with any web server. "npm run docs -- --serve" does so`)
  if (process.argv.includes('--serve')) await serveSite()
}

/** Serves the site at a port of this machine, until it is ended. VitePress looks for it where its configuration says, and nowhere else. */
async function serveSite() {
  process.env['PORTICO_DOCS_TARGET'] = target
  const { serve } = await vitepress()
  const { server } = await serve({ root: SITE, port: PORT })
  server.once('error', notServed)
}

function notServed(error) {
  say(`the site cannot be served: ${error.message}. PORTICO_DOCS_PORT names another port.`)
  process.exit(1)
}

function vitepress() {
  return import(pathToFileURL(createRequire(join(SITE, 'package.json')).resolve('vitepress')).href)
}

/** The packages of this folder, once. */
function install() {
  if (existsSync(join(SITE, 'node_modules', 'vitepress'))) return
  say('installing what makes the site (about half a minute, once)')
  const options = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', options, { cwd: SITE, stdio: 'inherit' })
  if (status === 0) return
  rmSync(join(SITE, 'node_modules'), { recursive: true, force: true })
  say('npm could not install the packages of docs/site: see above.')
  process.exit(1)
}

/**
 * The reference of a package, from its types and their comments. It fails if a type is named by what a door exports, and
 * no door exports it: nobody could write that type down.
 */
function reference(name) {
  const home = join(ROOT, 'packages', name)
  const { exports } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  const doors = Object.values(exports).map((door) => join(home, door))
  const options = ['--plugin', 'typedoc-plugin-markdown', '--readme', 'none', '--name', `@portico/${name}`]
  const places = ['--tsconfig', join(home, 'tsconfig.build.json'), '--out', join(TYPES, name)]
  const style = ['--entryFileName', 'index', '--hideBreadcrumbs', '--disableSources', '--logLevel', 'Warn']
  run(
    'typedoc',
    [...options, ...places, ...style, '--skipErrorChecking', '--treatWarningsAsErrors', ...doors],
    `reading the types of ${name}`,
  )
  cpSync(join(TYPES, name), join(PAGES, 'reference', name), { recursive: true })
}

function run(tool, args, what) {
  say(what)
  const require = createRequire(join(SITE, 'package.json'))
  const home = dirname(require.resolve(`${tool}/package.json`))
  const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  const file = join(home, typeof bin === 'string' ? bin : bin[tool])
  const { status } = spawnSync(process.execPath, [file, ...args], {
    cwd: SITE,
    stdio: ['inherit', 'ignore', 'inherit'],
  })
  if (status === 0) return
  say(`${tool} failed while ${what}: see above.`)
  process.exit(1)
}

/** Addresses in the pages that lead nowhere, or off the site. */
function lostLinks(folder) {
  const files = new Set(globSync('**/*', { cwd: folder }).map((path) => path.replaceAll('\\', '/')))
  const found = [...files].filter((path) => path.endsWith('.html'))
  return found.flatMap((path) => {
    const text = readFileSync(join(folder, path), 'utf8')
    const addresses = [...text.matchAll(/\s(?:href|src)="([^"#?]+)/g)].map(([, address = '']) => address)
    return [...new Set(addresses)].flatMap((address) => fault(address, path, files))
  })
}

function fault(address, from, files) {
  if (/^(https?|mailto|data):/.test(address)) return []
  const path = decodeURI(new URL(address, `http://site/${from}`).pathname).slice(1)
  const isThere = [path, `${path}index.html`, `${path}.html`, `${path}/index.html`].some((one) =>
    files.has(one),
  )
  return isThere ? [] : [`${from} leads to ${address}, which is not there`]
}
