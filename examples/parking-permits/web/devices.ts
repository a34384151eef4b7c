import type { Api } from './api.ts'
import { at, element, show } from './dom.ts'
import { fill, momentOf, words } from './words.ts'

/** A session of the citizen, as the API returns it. */
interface DeviceView {
  readonly browser: string | null
  readonly system: string | null
  readonly signed_in_at: string
  readonly this_device: boolean
}

/** Shows where the citizen is signed in to this program, this device first. */
export async function showDevices(api: Api, isCurrent: () => boolean): Promise<void> {
  const { devices } = await api.get<{ devices: DeviceView[] }>('/api/v1/devices/')
  if (!isCurrent()) return
  const sorted = [...devices].sort((one, other) => Number(other.this_device) - Number(one.this_device))
  at('devices-list', HTMLElement).replaceChildren(...sorted.map(deviceLine))
  show('devices', true)
}

function deviceLine(device: DeviceView): HTMLLIElement {
  const line = element('li', '', 'device')
  const date = element('time', fill(words.since, { date: momentOf(device.signed_in_at) }), 'hint')
  date.dateTime = device.signed_in_at
  line.append(element('span', nameOf(device)), date)
  if (device.this_device) line.append(element('strong', words.thisDevice, 'status'))
  return line
}

function nameOf({ browser, system }: DeviceView): string {
  if (browser && system) return fill(words.device, { browser, system })
  return browser ?? system ?? words.unknownBrowser
}

/** Removes all devices from the page. */
export function clearDevices(): void {
  at('devices-list', HTMLElement).replaceChildren()
  show('devices', false)
}
