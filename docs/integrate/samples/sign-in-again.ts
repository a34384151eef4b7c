import type { ProblemResponse, SsoClient } from '@portico/app'

/** Pays. If the program asks for a newer sign-in, the citizen goes to sign in, and comes back to the page at this path. */
export async function pay(sso: SsoClient, returnTo: string): Promise<Response> {
  const answer = await sso.fetch('/api/pay', { method: 'POST' })
  if (answer.status !== 401) return answer
  const { code, max_age = 0, acr_values } = (await answer.clone().json()) as ProblemResponse
  if (code === 'insufficient_user_authentication') {
    const again = { max_age, ...(acr_values && { acr_values }) }
    await sso.signIn({ again, returnTo })
  }
  return answer
}
