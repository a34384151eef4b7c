import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readersBar } from '../sidebar.mjs'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..')
const PAGES = join(dirname(fileURLToPath(import.meta.url)), 'pages')

const titleOf = (path) =>
  /^# (.+)$/m.exec(readFileSync(join(PAGES, path), 'utf8'))?.[1]?.replaceAll('`', '') ?? path

/** The pages of a folder, the first page first. */
function listOf(folder, text) {
  const home = join(PAGES, folder)
  if (!existsSync(home)) return []
  const names = readdirSync(home)
    .filter((name) => name.endsWith('.md') && statSync(join(home, name)).isFile())
    .sort((one, other) => Number(other === 'index.md') - Number(one === 'index.md') || (one < other ? -1 : 1))
  const items = names.map((name) => ({
    text: titleOf(`${folder}/${name}`),
    link: `/${folder}/${name.replace(/(index)?\.md$/, '')}`,
  }))
  return [{ text, collapsed: true, items }]
}

const packages = readdirSync(join(PAGES, 'packages'))
const typed = ['program', 'app'].filter((name) => existsSync(join(PAGES, 'reference', name)))
const examples = readdirSync(join(PAGES, 'examples'))

/** While the pages are shown without a site, "This page as Markdown" leads to what was written, not to what the page is made of. */
const asMarkdown = {
  name: 'as-markdown',
  configureServer({ middlewares }) {
    middlewares.use((request, answer, next) => {
      const path = decodeURI(new URL(request.url, 'http://localhost').pathname)
      const file = join(PAGES, path)
      const isPage = request.headers['sec-fetch-dest'] === 'document' && path.endsWith('.md')
      if (!isPage || !file.startsWith(PAGES) || !existsSync(file)) return next()
      answer.setHeader('content-type', 'text/plain; charset=utf-8')
      answer.end(readFileSync(file))
    })
  },
}

export default {
  title: 'Portico',
  description: 'One central account for every public program',
  lang: 'en',
  srcDir: '.vitepress/pages',
  cacheDir: '.vitepress/cache',
  outDir: process.env['PORTICO_DOCS_TARGET'],
  metaChunk: true,
  vite: { plugins: [asMarkdown], optimizeDeps: { esbuildOptions: { tsconfigRaw: {} } } },
  // The pages are checked by the tests of the repository, and the site by build.mjs.
  ignoreDeadLinks: true,
  head: [
    ['meta', { name: 'referrer', content: 'no-referrer' }],
    ['link', { rel: 'icon', href: 'data:,' }],
  ],
  transformHead: ({ pageData }) =>
    pageData.isNotFound
      ? []
      : [['link', { rel: 'alternate', type: 'text/markdown', href: `/${pageData.relativePath}` }]],
  markdown: {
    html: true,
    // A heading has the anchor that the repository's host gives it, so links are the same in both places.
    anchor: {
      slugify: (words) =>
        words
          .trim()
          .toLowerCase()
          .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
          .replaceAll(/\s/g, '-'),
    },
    config(markdown) {
      const fence = markdown.renderer.rules.fence
      markdown.renderer.rules.fence = (tokens, at, ...rest) =>
        tokens[at].info.trim() === 'mermaid'
          ? `<pre class="mermaid" v-pre>${markdown.utils.escapeHtml(tokens[at].content)}</pre>`
          : fence(tokens, at, ...rest)
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: [
      { text: 'Portico', link: '/' },
      ...readersBar(ROOT),
      ...listOf('docs/reference', 'Look it up'),
      ...listOf('docs/integrate/recipes', 'Recipes for clients'),
      ...listOf('docs/decisions', 'Decisions'),
      {
        text: 'Packages and examples',
        collapsed: true,
        items: [
          ...packages.map((name) => ({ text: `packages/${name}`, link: `/packages/${name}/` })),
          ...examples.map((name) => ({ text: `examples/${name}`, link: `/examples/${name}/` })),
        ],
      },
      {
        text: 'Reference of the types',
        collapsed: true,
        items: typed.map((name) => ({ text: `@portico/${name}`, link: `/reference/${name}/` })),
      },
    ],
  },
}
