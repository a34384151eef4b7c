import type { Api } from './api.ts'
import { at } from './dom.ts'
import { onSubmit } from './form.ts'

/** The old sign-in: its token is kept in memory alone, until the account is connected or the page is left. */
export function openOldSignIn(api: Api, enter: (token: string) => void): void {
  const signIn = async (fields: { readonly email: string; readonly password: string }) => {
    const { access_token: token } = await api.post<{ access_token: string }>('/api/v1/auth/login/', fields)
    enter(token)
  }
  onSubmit('old-sign-in', ({ email = '', password = '' }) => signIn({ email, password }))
  onSubmit('old-register', async ({ email = '', password = '', full_name = '' }) => {
    await api.post('/api/v1/auth/register/', { email, password, full_name })
    await signIn({ email, password })
  })
}

/** Opens the part of the page where old accounts are, and goes there. */
export function goToOldSignIn(): void {
  at('old', HTMLDetailsElement).open = true
  at('old-sign-in', HTMLFormElement).querySelector('input')?.focus()
}
