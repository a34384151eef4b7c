// Asks for a passkey, counts down to the next mail, shows passwords and their lengths, prints and copies.
// Pages work without it, except passkeys.
const all = (selector) => [...document.querySelectorAll(selector)]
const isTyped = () => all('input').some((one) => one.value !== one.defaultValue)
const [form] = all('form[data-passkey]')
const Passkeys = window.PublicKeyCredential

const toBytes = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
const toText = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

function start() {
  const { passkey: kind, again } = form.dataset
  const publicKey = JSON.parse(form.dataset.options)
  const withBytes = (known) => ({ ...known, id: toBytes(known.id) })
  publicKey.challenge = toBytes(publicKey.challenge)
  if (publicKey.user) publicKey.user.id = toBytes(publicKey.user.id)
  publicKey.allowCredentials &&= publicKey.allowCredentials.map(withBytes)
  publicKey.excludeCredentials &&= publicKey.excludeCredentials.map(withBytes)
  const lateAt = Date.now() + publicKey.timeout - 15_000
  let running, isSent

  const show = (name, isShown) => {
    for (const each of all(`[data-passkey-${name}]`)) {
      if (each.classList.contains('fault')) each.setAttribute('role', 'alert')
      each.hidden = !isShown
    }
  }
  const send = (credential) => {
    if (isSent) return
    isSent = true
    const { response } = credential
    for (const input of all('[data-part]')) {
      const { part } = input.dataset
      const bytes = credential[part] ?? response[part]
      if (bytes) input.value = toText(bytes)
    }
    const { transports } = form.elements
    if (transports) transports.value = response.getTransports?.().join() ?? ''
    form.submit()
  }
  const ask = async (mediation) => {
    running?.abort()
    running = new AbortController()
    try {
      send(await navigator.credentials[kind]({ publicKey, mediation, signal: running.signal }))
    } catch ({ name }) {
      if (name === 'AbortError' || mediation) return
      show(name === 'InvalidStateError' ? 'known' : 'stopped', true)
      offer()
    }
  }
  // Lets the browser offer passkeys in the field of the email address.
  const offer = async () => {
    const [isOffered] = all('[autocomplete~=webauthn]')
    if (isOffered && (await Passkeys.isConditionalMediationAvailable?.())) ask('conditional')
  }
  // The challenge of a page that was open for long is not valid any more: another page has a new one.
  const isLate = () => Date.now() > lateAt
  addEventListener('focus', () => {
    if (isLate() && !isTyped()) location.replace(again)
  })
  form.onsubmit = (event) => {
    // Pressed again, the same answer of the device goes out again, and the service gives the answer of the first.
    if (isSent) return
    event.preventDefault()
    show('known', false)
    show('stopped', false)
    if (isLate()) location.replace(again)
    else ask()
  }
  show('with', true)
  show('without', false)
  offer()
}

if (form && Passkeys) start()

const [able] = all('input[name=makes_passkeys]')
if (able)
  Passkeys?.isUserVerifyingPlatformAuthenticatorAvailable().then((can) => {
    able.value = can ? 'yes' : ''
  })

const [left] = all('[data-wait]')
if (left) {
  const button = left.closest('form').querySelector('button')
  const { wait, look } = left.dataset
  const until = Date.now() + wait * 1000
  const { format } = new Intl.NumberFormat(`${document.documentElement.lang}-u-nu-latn`, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'long',
  })
  const tick = () => {
    const time = Math.ceil((until - Date.now()) / 1000)
    if (time <= 90) left.textContent = format(time)
    button.disabled = time > 0
    left.parentNode.hidden = time <= 0
    if (time > 0) setTimeout(tick, 1000)
    // Once, where nobody types: the mail may be refused by now.
    else if (look && !isTyped() && !all('input:focus')[0]) location.replace(look)
  }
  tick()
}

for (const field of all('[data-show]')) {
  const show = document.createElement('button')
  const turn = (isOn) => {
    field.type = isOn ? 'text' : 'password'
    show.textContent = field.dataset[isOn ? 'hide' : 'show']
  }
  show.type = 'button'
  show.className = 'button quiet'
  show.onclick = () => turn(field.type !== 'text')
  field.form.addEventListener('submit', () => turn())
  field.after(show)
  turn()
}

// "Forgotten your password?" takes the typed address along, in this tab alone, and to one page. A browser may refuse to keep it.
let notes = {}
try {
  notes = sessionStorage
} catch {}
for (const link of all('[data-takes]'))
  link.onclick = () => {
    notes.email = all('[name=email]')[0].value
  }
for (const field of all('form[action="/recover/"] [name=email]')) {
  field.value ||= notes.email ?? ''
  delete notes.email
}

const [printer] = all('[data-print]')
if (printer) {
  printer.hidden = false
  printer.onclick = () => print()
}
const [copier] = all('[data-copy]')
if (copier && navigator.clipboard) {
  copier.hidden = false
  copier.onclick = async () => {
    const lines = all(`${copier.dataset.copy} code`).map((code) => code.textContent)
    await navigator.clipboard.writeText(lines.join('\n'))
    copier.textContent = copier.dataset.done
  }
}

// Code points, as the service counts them.
for (const length of all('[data-length]')) {
  const field = length.parentNode.querySelector('input')
  field.oninput = () => {
    length.hidden = !field.value
    length.lastChild.textContent = [...field.value].length
  }
}
