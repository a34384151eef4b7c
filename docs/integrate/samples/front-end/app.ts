import { createSsoClient } from '@portico/app'

const sso = createSsoClient({
  programBaseUrl: location.origin,
  returnUri: `${location.origin}/signed-in`,
})
const at = (id: string) => document.getElementById(id) as HTMLElement

sso.subscribe((state) => {
  const isIn = state.status === 'signed_in' || state.status === 'waiting'
  at('button').textContent = isIn ? 'Sign out' : 'Sign in'
  at('note').textContent = 'problem' in state ? (state.problem?.message ?? '') : ''
  if (state.status === 'signed_in' && state.justSignedIn)
    history.replaceState(null, '', state.returnTo ?? '/')
  void greet()
})
at('button').onclick = () =>
  sso.state.status === 'signed_out' ? sso.signIn({ returnTo: location.pathname }) : sso.signOut()

async function greet(): Promise<void> {
  if (sso.state.status !== 'signed_in') at('greeting').textContent = ''
  else at('greeting').textContent = await (await sso.fetch('/api/me')).text()
}
await sso.start()
