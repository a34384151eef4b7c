/**
 * What every process that a test starts inherits: where programs are, and what Node has compiled already, without which a
 * start takes three times as long. No setting of the developer's reaches it.
 */
export function inherited(): Readonly<Record<'PATH' | 'NODE_COMPILE_CACHE', string>> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  return { PATH, NODE_COMPILE_CACHE }
}
