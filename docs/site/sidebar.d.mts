export interface Part {
  readonly text: string
  readonly pages: readonly { readonly text: string; readonly path: string }[]
}

export const READERS: readonly { readonly text: string; readonly page: string; readonly isOpen: boolean }[]

export function pathOf(root: string, page: string): readonly Part[]

export function readersBar(root: string): readonly { readonly text: string; readonly link: string }[]
