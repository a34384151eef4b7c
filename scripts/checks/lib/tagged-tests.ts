import ts from 'typescript'
import type { SourceFile } from './source-files.ts'

/** A test with a comment directly above it that names requirements: `// proves: id, id`. */
export interface Proof {
  readonly id: string
  readonly path: string
  /** The titles of the blocks around the test and its own; of a block, its own comes last. */
  readonly title: readonly string[]
}

/** The titles and tags of a test file. */
export interface TestFile {
  readonly path: string
  /** The title of each test. Each row of a test table has its own. */
  readonly titles: readonly string[]
  readonly proofs: readonly Proof[]
  /** The number of tag lines without a test below them. */
  readonly strayTags: number
}

const TAG = /^[ \t]*\/\/ proves: (.+)$/gm

/** Parses a test file. No code of it runs. */
export function readTestFile({ path, text }: SourceFile): TestFile {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const titles: string[] = []
  const proofs: Proof[] = []
  let tagsRead = 0
  const visit = (node: ts.Node, around: readonly string[]): void => {
    const call = titledCall(node, tree)
    const title = call ? [...around, call.title] : around
    if (call) {
      if (call.isTest) titles.push(call.title)
      const tags = tagsAbove(node, text)
      tagsRead += tags.length
      proofs.push(...tags.flatMap(idsOf).map((id) => ({ id, path, title })))
    }
    ts.forEachChild(node, (child) => visit(child, title))
  }
  visit(tree, [])
  return { path, titles, proofs, strayTags: [...text.matchAll(TAG)].length - tagsRead }
}

/** A call with a title: `test('…')`, `describe('…')`, `test.each(…)('…')`. */
function titledCall(node: ts.Node, tree: ts.SourceFile): { isTest: boolean; title: string } | undefined {
  if (!ts.isExpressionStatement(node) || !ts.isCallExpression(node.expression)) return undefined
  const [title] = node.expression.arguments
  if (!title) return undefined
  const isTest = ['test', 'it'].includes(node.expression.expression.getText(tree))
  if (ts.isStringLiteralLike(title)) return { isTest, title: title.text }
  return ts.isTemplateExpression(title) ? { isTest, title: title.getText(tree).slice(1, -1) } : undefined
}

function tagsAbove(node: ts.Node, text: string): readonly string[] {
  const comments = ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []
  return comments
    .map(({ pos, end }) => text.slice(pos, end))
    .filter((comment) => comment.startsWith('// proves: '))
}

function idsOf(tag: string): readonly string[] {
  return tag
    .slice('// proves: '.length)
    .split(',')
    .map((id) => id.trim())
}
