// Copies every page of the repository into one folder, with the same paths, so that their links among each other work. A link to
// a file that is no page leads to a copy of its text; a link to a folder leads to its README.
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'

/** The pages, by their paths in the repository. */
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/**/*.md',
  'packages/*/README.md',
  'examples/*/README.md',
  'deploy/**/README.md',
  'lab/README.md',
]
const NO_PAGES = /node_modules|^docs\/site\/|(^|\/)\./

/** Pictures keep their paths. */
const PICTURES = /\.(?:svg|webp|png)$/

/** Texts that a page may link to. */
const SOURCES = 'source'

export function findPages(root) {
  return globSync(PAGES, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !NO_PAGES.test(path))
    .sort()
}

/** Writes the pages to `target`. The first page of a folder is its README. */
export function gatherPages(root, target) {
  rmSync(target, { recursive: true, force: true })
  const pages = findPages(root)
  const copied = new Set()
  const pictures = new Set(
    globSync('docs/pictures/*', { cwd: root }).map((path) => path.replaceAll('\\', '/')),
  )
  for (const path of pages) {
    const text = linksRewritten(
      { root, path, pages, copied, pictures },
      readFileSync(join(root, path), 'utf8'),
    )
    write(join(target, pagePath(path)), text)
  }
  for (const path of copied) {
    mkdirSync(dirname(join(target, 'public', SOURCES, path)), { recursive: true })
    cpSync(join(root, path), join(target, 'public', SOURCES, `${path}.txt`))
  }
  for (const path of pictures) {
    mkdirSync(dirname(join(target, 'public', path)), { recursive: true })
    cpSync(join(root, path), join(target, 'public', path))
  }
  return pages
}

/** The first page of the site is the README of the repository. */
function pagePath(path) {
  return path.replace(/(^|\/)README\.md$/, '$1index.md')
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

const FENCE = /^```[\s\S]*?^```$/gm
const PICTURE = /\b(src|srcset)="([^"]+)"/g
const LINK = /(\[[^\]]*\]\()([^)\s]+)(\))/g

/** Code stays as it is. */
function linksRewritten(needs, text) {
  const code = []
  const prose = text.replace(FENCE, (block) => `\u0000${code.push(block) - 1}\u0000`)
  const linked = prose.replace(LINK, (whole, begin, target, end) => {
    if (/^[a-z]+:|^#/.test(target)) return whole
    const led = leadTo(needs, target)
    return led === undefined ? whole.slice(1, whole.indexOf('](')) : `${begin}${led}${end}`
  })
  const shown = linked.replace(PICTURE, (_, name, target) => `${name}="${leadTo(needs, target)}"`)
  // Outside code, the generator would take `<name>` for a tag and `{{` for a script.
  return shown
    .replaceAll('{{', '&#123;&#123;')
    .replace(/\u0000(\d+)\u0000/g, (_, number) => code[Number(number)])
}

/** The address for a link of a page; undefined where nothing can be shown. */
function leadTo({ root, path, pages, copied, pictures }, target) {
  const [file = '', fragment] = target.split('#')
  const full = normalize(join(dirname(path), file))
    .replaceAll('\\', '/')
    .replace(/\/$/, '')
  const suffix = fragment === undefined ? '' : `#${fragment}`
  const page = pages.includes(full) ? full : pages.find((one) => one === `${full}/README.md`)
  if (page) {
    const from = dirname(pagePath(path))
    const to = relative(from, pagePath(page)).replaceAll('\\', '/')
    return `${to.startsWith('.') ? to : `./${to}`}${suffix}`
  }
  const place = join(root, full)
  if (!existsSync(place) || !statSync(place).isFile()) return undefined
  if (PICTURES.test(full)) {
    pictures.add(full)
    return `/${full}`
  }
  copied.add(full)
  return `/${SOURCES}/${full}.txt`
}
