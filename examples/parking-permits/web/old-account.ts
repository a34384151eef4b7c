import type { Api } from './api.ts'
import { at } from './dom.ts'
import { onSubmit } from './form.ts'

/** The old sign-in. Its token is only in memory, until the account is connected or the page closes. */
export function openOldSignIn(api: Api, enter: (token: string) => void): void {
  onSubmit('old-sign-in', async (fields) => {
    const { access_token: token } = await api.post<{ access_token: string }>('/api/v1/auth/login/', fields)
    enter(token)
  })
}

/** Opens the form for old accounts, and moves the focus to its title: in a field, a second Enter would send it. */
export function goToOldSignIn(): void {
  at('old', HTMLDetailsElement).open = true
  at('old-sign-in-title', HTMLElement).focus()
}
