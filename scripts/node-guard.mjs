/**
 * The first lines of a published command: a Node that is too old gets a sentence. Without them it fails somewhere in the
 * middle of the work, with the name of a function that it does not have. They run in that old Node, so they are plain.
 *
 * @param name the command
 * @param engines the range in the manifest, such as `>=22.18`
 */
export function nodeGuard(name, engines) {
  const [, oldest, major, minor] = /^>=((\d+)\.(\d+))$/.exec(engines) ?? []
  if (oldest === undefined) throw new Error(`"${engines}" is not a range like ">=22.18".`)
  return `const [major, minor] = process.versions.node.split('.').map(Number)
if (major < ${major} || (major === ${major} && minor < ${minor})) {
  console.error(\`${name}: this is Node \${process.versions.node}, and the command needs Node ${oldest} or newer. Nothing was done.\`)
  process.exit(1)
}
`
}
