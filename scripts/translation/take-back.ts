import ts from 'typescript'
import { childrenOf, type Text } from './texts.ts'
import { type Part, partsWritten, valuesOf, visible } from './written.ts'

/** New texts, by the nodes that they take the place of. */
export type NewTexts = ReadonlyMap<ts.Node, string>

/** The file with the new texts. Everything else in it stays as it is, sign by sign. */
export function withTexts(words: ts.SourceFile, texts: NewTexts): string {
  return words.text.slice(0, words.getStart()) + sourceOf(words, texts) + words.text.slice(words.getEnd())
}

/** Whether a text has the same values as before, in any order. */
export function keepsValues(node: Text, written: string): boolean {
  const names = partsWritten(written).flatMap((part) => ('value' in part ? [part.value] : []))
  const before = valuesOf(node).map(([name]) => name)
  return names.toSorted().join('\n') === before.toSorted().join('\n')
}

function sourceOf(node: ts.Node, texts: NewTexts): string {
  const written = texts.get(node)
  if (written !== undefined) return literalOf(node as Text, written, texts)
  const { text } = node.getSourceFile()
  let at = node.getStart()
  let source = ''
  for (const child of childrenOf(node)) {
    source += text.slice(at, child.getStart()) + sourceOf(child, texts)
    at = child.getEnd()
  }
  return source + text.slice(at, node.getEnd())
}

function literalOf(node: Text, written: string, texts: NewTexts): string {
  const parts = partsWritten(written)
  if (ts.isStringLiteral(node)) return `'${wordsOf(parts, "'")}'`
  const values = [...valuesOf(node)]
  const next = (name: string) => {
    const [[, value] = []] = values.splice(
      values.findIndex(([other]) => other === name),
      1,
    )
    return value === undefined ? '' : `\${${sourceOf(value, texts)}}`
  }
  return `\`${parts.map((part) => ('value' in part ? next(part.value) : wordsOf([part], '`'))).join('')}\``
}

/** Words as the source has them: between these quotes, and with nothing invisible. */
const wordsOf = (parts: readonly Part[], quote: string): string =>
  visible(
    parts
      .map((part) => ('words' in part ? part.words : ''))
      .join('')
      .replaceAll('\\', '\\\\')
      .replaceAll(quote, `\\${quote}`)
      .replaceAll('${', '\\${'),
  )
