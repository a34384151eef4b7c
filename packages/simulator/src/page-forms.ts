/** A form of one of our own pages, with the values that it would send. */
export interface PageForm {
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
  readonly asksPassword: boolean
}

const FORM = /<form\b([^>]*)>([\s\S]*?)<\/form>/g
const CONTROL = /<(?:input|button)\b([^>]*)>/g
const ATTRIBUTE = /([a-z-]+)="([^"]*)"/g

/** Reads the forms of a page that this service made. It is no reader for HTML of others. */
export function formsOf(page: string): readonly PageForm[] {
  return Array.from(page.matchAll(FORM), ([, head = '', body = '']) => {
    const controls = Array.from(body.matchAll(CONTROL), ([, attributes = '']) => attributesOf(attributes))
    const named = controls.filter(({ name }) => name !== undefined)
    return {
      action: attributesOf(head)['action'] ?? '',
      fields: Object.fromEntries(named.map(({ name = '', value = '' }) => [name, value])),
      asksPassword: controls.some(({ type }) => type === 'password'),
    }
  })
}

function attributesOf(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Array.from(text.matchAll(ATTRIBUTE), ([, name = '', value = '']) => [name, unescaped(value)]),
  )
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_whole, name: string) => ENTITIES[name] ?? '')
}
