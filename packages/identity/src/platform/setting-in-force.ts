/** A setting as a process has read it. */
export interface SettingInForce {
  readonly name: string
  /** `''` where nothing is set and there is no default. `null` for a secret, whose value is never told. Of an address: its scheme and host. */
  readonly value: string | null
  readonly given: 'variable' | 'file' | 'default'
}

/** Settings of one process. */
export interface RunsWith {
  readonly settingsInForce: readonly SettingInForce[]
}

const MOST_CHARACTERS = 300
/** Whether a value looks like an address, also one that was not asked for as such. */
const ADDRESS = /^[a-z][a-z0-9+.-]*:\s*[/\\]/i

/** What may be told of a value: a path or a query of an address may be a key of its receiver, and the part before its host is a password. */
export function toldOf(value: string, kind: 'text' | 'address' = 'text'): string {
  if (kind === 'text' && !ADDRESS.test(value)) return value.slice(0, MOST_CHARACTERS)
  if (!URL.canParse(value)) return ''
  const { protocol, host } = new URL(value)
  return `${protocol}//${host}`.slice(0, MOST_CHARACTERS)
}
