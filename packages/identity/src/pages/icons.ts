import { type Html, html } from '../platform/html.ts'

/** The logo: a portico with a keyhole as its door. */
export const mark: Html = html`<svg class="mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" focusable="false"><path fill="currentColor" d="M16 2 30 10v3H2v-3zM4 15h4v11H4zM24 15h4v11h-4zM2 27.5h28V30H2zM16 15a3.4 3.4 0 0 1 1.7 6.35L18.8 26h-5.6l1.1-4.65A3.4 3.4 0 0 1 16 15z"/></svg>`

const drawn = (shape: Html, look = 'icon'): Html =>
  html`<svg class="${look}" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${shape}</svg>`

/** Small images, each beside words that say the same. What is `onward` points the way that the text runs. */
export const icons = {
  letter: drawn(html`<rect x="3" y="5" width="18" height="14" rx="2"/><path d="m4 7 8 6 8-6"/>`),
  done: drawn(html`<path d="m4.5 12.5 5 5 10-11"/>`),
  caution: drawn(html`<path d="M12 3.5 22 20H2z"/><path d="M12 10v4.5M12 17.3v.2"/>`),
  link: drawn(
    html`<path d="m9 6 2-2a4.5 4.5 0 0 1 6.5 6.5l-2 2M15 18l-2 2a4.5 4.5 0 0 1-6.5-6.5l2-2M4 4l16 16"/>`,
  ),
  leave: drawn(html`<path d="M10 4H5v16h5M14 8l4 4-4 4M18 12H9"/>`, 'icon onward'),
} as const
