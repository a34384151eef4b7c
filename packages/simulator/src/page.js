// Shows new requests as they come, and copies texts. The page works without it.
const all = (selector) => [...document.querySelectorAll(selector)]

for (const button of all('[data-copy]')) {
  button.hidden = !navigator.clipboard
  button.onclick = async () => {
    const { copy, done } = button.dataset
    await navigator.clipboard.writeText(document.querySelector(copy).textContent)
    button.textContent = done
  }
}

const list = document.querySelector('#request-list')
const live = document.querySelector('#live')
const EVERY_MS = 1_000

// The items keep their elements, so that what is open stays open, and the focus stays where it is.
function show(page) {
  const fresh = [...page.querySelectorAll('#request-list > li')].reverse()
  const numbers = new Set(fresh.map(({ id }) => id))
  for (const item of [...list.children]) if (!numbers.has(item.id)) item.remove()
  for (const item of fresh)
    if (!document.getElementById(item.id)) list.prepend(document.importNode(item, true))
  document.querySelector('#none').hidden = numbers.size > 0
  document.querySelector('#on').replaceChildren(...page.querySelector('#on').childNodes)
}

async function renew() {
  if (document.visibilityState === 'visible') {
    try {
      const answer = await fetch(location.pathname)
      show(new DOMParser().parseFromString(await answer.text(), 'text/html'))
      live.textContent = 'New requests appear here by themselves.'
    } catch {
      live.textContent = 'The simulator does not answer.'
    }
  }
  setTimeout(renew, EVERY_MS)
}
renew()
