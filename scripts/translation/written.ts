import ts from 'typescript'
import { childrenOf, type Text } from './texts.ts'

/** A part of a text: words, or a value in its place. */
export type Part = { readonly words: string } | { readonly value: string }

/** What nobody would see in a table, and what has a meaning there. */
const INVISIBLE = /[\p{Cf}\p{Cc}\u00a0\u2007\u202f\u3000]/gu
const WRITTEN = /\\u([0-9a-f]{4})|\\(.)|\{([^{}]*)\}|([^\\{}]+)/gsu

const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t' }

const escapeOf = (sign: string): string =>
  NAMED[sign] ?? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Words with everything invisible written out, as a table and the source have them. */
export const visible = (words: string): string => words.replace(INVISIBLE, escapeOf)

/** A text for a translator: in one line, with each value in braces by its name, and what is invisible as `\u00a0`. */
export function writtenOf(node: Text): string {
  const written = partsOf(node)
    .map((part) => ('value' in part ? `{${part.value}}` : part.words.replace(/[\\{}]/g, '\\$&')))
    .join('')
  return visible(written).replace(/^"/, '\\"')
}

/** Reads what a translator wrote. */
export function partsWritten(written: string): readonly Part[] {
  return [...written.matchAll(WRITTEN)].map(([, code, sign, value, words]) => {
    if (value !== undefined) return { value }
    if (code !== undefined) return { words: String.fromCharCode(Number.parseInt(code, 16)) }
    return { words: words ?? (sign === 'n' ? '\n' : sign === 't' ? '\t' : (sign ?? '')) }
  })
}

/** The values of a text by their names: what the code calls them, or a number where they have texts of their own. */
export function valuesOf(node: Text): readonly (readonly [name: string, value: ts.Expression])[] {
  if (!ts.isTemplateExpression(node)) return []
  return node.templateSpans.map(({ expression }, index) => [nameOf(expression, index), expression])
}

function partsOf(node: Text): readonly Part[] {
  if (!ts.isTemplateExpression(node)) return [{ words: node.text }]
  return [
    { words: node.head.text },
    ...node.templateSpans.flatMap(({ expression, literal }, index) => [
      { value: nameOf(expression, index) },
      { words: literal.text },
    ]),
  ]
}

function nameOf(value: ts.Expression, index: number): string {
  const name = value.getText()
  return /[{}\\"\n]/.test(name) || hasTemplate(value) ? String(index + 1) : name
}

const hasTemplate = (node: ts.Node): boolean =>
  ts.isNoSubstitutionTemplateLiteral(node) ||
  ts.isTemplateExpression(node) ||
  childrenOf(node).some(hasTemplate)
