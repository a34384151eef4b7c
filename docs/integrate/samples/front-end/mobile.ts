import { createSsoClient, type SsoClient } from '@portico/app'

/** What the shell of a mobile app gives its web view, under whatever names the shell has for it. */
export interface Shell {
  /** Opens the browser of the system: Custom Tabs, ASWebAuthenticationSession. Never a view of the app's own. */
  openBrowser(url: string): Promise<void>
  closeBrowser(): Promise<void>
  onLink(hear: (url: string) => void): void
  /** The keychain or keystore of the system. */
  readonly vault: {
    get(key: string): Promise<string | null>
    set(key: string, value: string): Promise<void>
    remove(key: string): Promise<void>
  }
}

/** A client for a web view: it leaves through the system browser and comes back through an app link. */
export async function startInShell(shell: Shell): Promise<SsoClient> {
  const sso = createSsoClient({
    programBaseUrl: 'https://permits.example.org',
    returnUri: 'https://permits.example.org/app/signed-in',
    navigate: (url) => shell.openBrowser(url),
    storage: shell.vault,
  })
  shell.onLink((url) => void sso.handleCallback(url).then(() => shell.closeBrowser()))
  await sso.start()
  return sso
}
