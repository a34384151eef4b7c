/** The element with this id. Throws if it is missing, because then the page and its script do not fit. */
export function at<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`The page has no ${kind.name} called ${id}`)
  return found
}

/** Makes an element with text. The text is not parsed as HTML. */
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

/** Shows or hides an element. */
export function show(id: string, isShown: boolean): void {
  at(id, HTMLElement).hidden = !isShown
}

/** Says that something is done, and moves the focus there: the button that was pressed may be gone. */
export function succeed(id: string, message: string): void {
  const done = at(id, HTMLElement)
  done.textContent = message
  done.hidden = false
  done.focus()
}
