// A search that shows only the parts with all of its words. Without it, the page is whole.
const list = document.querySelector('.api nav')
const linkTo = (id) => list.querySelector(`a[href="#${id}"]`)?.parentNode
const parts = [...document.querySelectorAll('.api article')].map((article) => ({
  article,
  link: linkTo(article.getAttribute('aria-labelledby')),
  text: article.textContent.toLowerCase(),
}))
const groups = [...document.querySelectorAll('.api section, .api nav div')]

const label = document.createElement('label')
label.htmlFor = 'search'
label.textContent = 'Search this page'
const input = document.createElement('input')
input.type = 'search'
input.id = 'search'
input.autocomplete = 'off'
const found = document.createElement('p')
found.className = 'hint'
found.setAttribute('role', 'status')
list.prepend(label, input, found)

const filter = () => {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
  let count = 0
  for (const { article, link, text } of parts) {
    const isShown = words.every((word) => text.includes(word))
    article.hidden = !isShown
    if (link) link.hidden = !isShown
    if (isShown) count += 1
  }
  for (const group of groups) group.hidden = !group.querySelector('article:not([hidden]), li:not([hidden])')
  found.textContent = words.length > 0 ? `${count} of ${parts.length} parts` : ''
}
input.oninput = filter

// A link leads also to a part that the search has hidden.
document.addEventListener('click', ({ target }) => {
  const { hash } = target.closest?.('a[href^="#"]') ?? {}
  if (!hash || !document.getElementById(hash.slice(1))?.closest('[hidden]')) return
  input.value = ''
  filter()
})
// A browser that goes back may fill the field again.
filter()
