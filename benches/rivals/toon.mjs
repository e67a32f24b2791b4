// The TOON of JSON files, by its reference implementation with its default options, as in its own benchmark.
//
// Standard input is a JSON array of paths. The first line out is the version, then there is a line for each file:
// {"text": its TOON, "back": the minified JSON of that TOON}, or {"error": what was thrown}, with "text" where it was the decoder.
import { readFileSync } from 'node:fs'
import { decode, encode } from '@toon-format/toon'

const manifest = new URL('node_modules/@toon-format/toon/package.json', import.meta.url)
const say = value => process.stdout.write(`${JSON.stringify(value)}\n`)
const read = path => JSON.parse(readFileSync(path, 'utf8'))

say(read(manifest).version)
for (const path of read(0)) {
  const line = {}
  try {
    line.text = encode(read(path))
    line.back = JSON.stringify(decode(line.text))
  } catch (error) {
    line.error = String(error.message)
  }
  say(line)
}
