// ajv on the files that Salient's own bench validates: parsing and schema, the schema compiled
// once. Salient checks references and rules besides.
//
//   cargo bench -p salient-lab --bench validate -- --write /tmp/files
//   npm install && node bench.js /tmp/files

import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import Ajv from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

const [folder, only] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node bench.js FOLDER");
  process.exit(2);
}
const ajv = new Ajv({ strict: false });
addFormats(ajv);
// The schema's own formats for numbers say nothing that its ranges do not.
for (const format of ["uint8", "uint16", "uint32", "int16", "int32", "float", "double"]) {
  ajv.addFormat(format, { type: "number", validate: () => true });
}
const validate = ajv.compile(JSON.parse(readFileSync(join(folder, "bundle.schema.json"), "utf8")));

function once(bytes) {
  if (!validate(JSON.parse(bytes.toString("utf8")))) {
    throw new Error(JSON.stringify(validate.errors.slice(0, 3), null, 2));
  }
}

if (only) {
  // One file in a process of its own, for its memory.
  once(readFileSync(join(folder, only)));
  console.log(process.resourceUsage().maxRSS);
  process.exit(0);
}

const files = readdirSync(folder).filter((name) => /^bundle-\d+MB\.json$/.test(name));
files.sort((a, b) => parseInt(a.slice(7)) - parseInt(b.slice(7)));
console.log(`node ${process.version}, ajv 8\n\n| file | MB | time | MB/s | memory |\n|---|---|---|---|---|`);
for (const name of files) {
  const bytes = readFileSync(join(folder, name));
  const times = [];
  const begin = performance.now();
  // Until five seconds are over, five times at least; the median counts. The first are not
  // counted: the machine code of a function is made while it runs.
  for (let run = 0; run < 3; run++) once(bytes);
  while (times.length < 5 || (performance.now() - begin < 5000 && times.length < 200)) {
    const start = performance.now();
    once(bytes);
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const time = times[times.length >> 1];
  const kilobytes = execFileSync(process.execPath, [process.argv[1], folder, name]).toString().trim();
  const megabytes = bytes.length / 1e6;
  console.log(
    `| ${name} | ${megabytes.toFixed(1)} | ${time.toFixed(1)} ms | ${((megabytes / time) * 1e3).toFixed(0)} | ${(kilobytes / 1024).toFixed(0)} MB |`,
  );
}
