import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** The first page of each reader. Its parts are the parts of the sidebar, and the lists in them its entries, in that order. */
export const READERS = [
  { text: 'Connect a program', page: 'docs/integrate/README.md', isOpen: true },
  { text: 'Run the service', page: 'docs/runbooks/README.md', isOpen: false },
  { text: 'Change the code', page: 'docs/how-to/README.md', isOpen: false },
]

/** The path of a reader: each part with its pages, by their paths in the repository. */
export function pathOf(root, page) {
  const [, ...parts] = readFileSync(join(root, page), 'utf8').split(/^### /m)
  return parts.map((part) => ({
    text: part.split('\n', 1)[0].replaceAll('`', ''),
    pages: [...part.matchAll(/^- \[([^\]]+)\]\(([^)#\s]+\.md)\)/gm)].map(([, text = '', target = '']) => ({
      text: text.replaceAll('`', ''),
      path: normalize(join(dirname(page), target)).replaceAll('\\', '/'),
    })),
  }))
}

/** The address of a page on the site. */
function addressOf(path) {
  return `/${path.replace(/(^|\/)README\.md$/, '$1').replace(/\.md$/, '')}`
}

/** A group of the sidebar for each reader, and one for citizens' help desks. */
export function readersBar(root) {
  const groups = READERS.map(({ text, page, isOpen }) => ({
    text,
    link: addressOf(page),
    collapsed: !isOpen,
    items: pathOf(root, page).map((part) => ({
      text: part.text,
      items: part.pages.map((one) => ({ text: one.text, link: addressOf(one.path) })),
    })),
  }))
  return [{ text: 'Help citizens', link: '/docs/help-desk' }, ...groups]
}
