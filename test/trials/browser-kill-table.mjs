// `node test/trials/browser-kill-table.mjs [--kills 20] [--seed 1] [--plans 4]`: kills the built service, its browser host or
// its browser with SIGKILL at random moments of a batch of plans and says what became of the batch: verdicts, processes and
// temporary folders that are left. A slow trial; a small one is part of the tests. Exits with 1 unless every row is clean.
import {join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {browserKillTable} from './browser/kill-table.mjs';
import {tableOf} from './killed-service.mjs';

const text = value => ({type: 'string', default: value});
const {values} = parseArgs({options: {kills: text('20'), seed: text('1'), plans: text('4')}});
const dist = process.env.SVC_DIST ?? fileURLToPath(new URL('../../dist', import.meta.url));
const [kills, seed, plans] = [values.kills, values.seed, values.plans].map(Number);
const {rows, processes} = await browserKillTable(join(dist, 'cli.js'), {kills, seed, plans}, row =>
	process.stderr.write(`${JSON.stringify(row)}\n`),
);
process.stdout.write(tableOf(rows.map(({errors, ...row}) => row)));
const sum = name => rows.reduce((total, row) => total + row[name], 0);
const wrong = rows.filter(({ok}) => !ok).length;
process.stdout.write(
	`${rows.length} kills: ${sum('processes') + processes} processes left, ${sum('changed')} verdicts changed, ${sum('folders')} folders left, ${wrong} rows wrong\n`,
);
process.exitCode = wrong + processes > 0 ? 1 : 0;
