/** The element with this id; the page and its script belong together, so a missing one is a fault of ours. */
export function at<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`The page has no ${kind.name} called ${id}`)
  return found
}

/** An element with text in it; text is never read as HTML. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text: string,
  className = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  made.textContent = text
  if (className) made.className = className
  return made
}

/** Shows an element, or hides it. */
export function show(id: string, isShown: boolean): void {
  at(id, HTMLElement).hidden = !isShown
}
