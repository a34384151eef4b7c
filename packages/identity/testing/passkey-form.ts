import type { Visited } from './test-browser.ts'

/** The options that the script of the page reads. */
export interface ShownOptions {
  readonly challenge: string
  readonly rpId?: string
  readonly rp?: { readonly id: string; readonly name: string }
  readonly user?: { readonly id: string; readonly name: string; readonly displayName: string }
  readonly userVerification?: string
  readonly attestation?: string
  readonly timeout: number
  readonly authenticatorSelection?: Readonly<Record<string, unknown>>
  readonly allowCredentials?: readonly { readonly id: string }[]
  readonly excludeCredentials?: readonly { readonly id: string }[]
}

/** The form of a page that asks for a passkey: its options and its hidden fields. */
export function passkeyForm(page: Visited): {
  readonly options: ShownOptions
  readonly fields: Readonly<Record<string, string>>
} {
  const form = page.html.querySelector('form[data-passkey]')
  if (!form) throw new Error(`No form for a passkey on ${page.url}: ${page.html.text.slice(0, 300)}`)
  const inputs = form.querySelectorAll('input').map((input) => {
    return [input.getAttribute('name') ?? '', input.getAttribute('value') ?? ''] as const
  })
  const options = JSON.parse(form.getAttribute('data-options') ?? '{}') as ShownOptions
  return { options, fields: Object.fromEntries(inputs) }
}
