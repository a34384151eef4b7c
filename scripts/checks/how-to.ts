import { changed, changesOf, commandsOf } from '../shown-changes.ts'
import { fileAt, filesBelow, isThere, report } from './lib/source-files.ts'

/**
 * Checks that each line is there which a page of docs/how-to/ changes, and that no file is which it makes. Whether the tree is right
 * afterwards is for how-to.test.ts, which takes longer.
 */
const texts = new Map<string, string>()

report(
  'What a page shows does not fit the tree',
  filesBelow(['docs/how-to'], (path) => path.endsWith('.md')).flatMap(({ path: page, text }) => {
    // A command may make the file that a later change is in.
    const hasCommands = commandsOf(text).length > 0
    return changesOf(text).changes.flatMap((change) => {
      const before = texts.get(change.path) ?? (isThere(change.path) ? fileAt(change.path).text : undefined)
      if (before === undefined && hasCommands) return []
      try {
        texts.set(change.path, changed(before, change))
        return []
      } catch (error) {
        return [`${page}: ${error instanceof Error ? error.message : String(error)}`]
      }
    })
  }),
)
