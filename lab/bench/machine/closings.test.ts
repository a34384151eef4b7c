import { expect, test, vi } from 'vitest'
import { createClosings } from './closings.ts'

test('what was begun last is ended first', async () => {
  const ended: string[] = []
  const closings = createClosings()
  for (const name of ['database', 'server', 'load']) closings.add(() => ended.push(name))
  await closings.run()
  expect(ended).toEqual(['load', 'server', 'database'])
})

test('one that fails does not keep the others from being ended', async () => {
  const say = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const ended: string[] = []
  const closings = createClosings()
  closings.add(() => ended.push('database'))
  closings.add(() => Promise.reject(new Error('gone already')))
  await closings.run()
  expect(ended).toEqual(['database'])
  expect(say).toHaveBeenCalledWith('While ending: gone already\n')
  say.mockRestore()
})

test('nothing is ended twice, and what comes late is ended at once', async () => {
  const ended: string[] = []
  const closings = createClosings()
  closings.add(() => ended.push('server'))
  await Promise.all([closings.run(), closings.run()])
  closings.add(() => ended.push('late'))
  expect(ended).toEqual(['server', 'late'])
})
