// `node test/trials/cleanup-kill-table.mjs [--kills 50] [--seed 1]`: kills the built service with SIGKILL during sweeps,
// while tokens that live for a second run out, starts it again, and counts in the application under test: DELETEs without
// the credential of their family, records that were made twice, records that are left. A slow trial; a small one is part
// of the tests. Exits with 1 unless every row is clean.
import {join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {killTable} from './cleanup-kills/table.mjs';
import {tableOf} from './killed-service.mjs';

const {values} = parseArgs({options: {kills: {type: 'string', default: '50'}, seed: {type: 'string', default: '1'}}});
const dist = process.env.SVC_DIST ?? fileURLToPath(new URL('../../dist', import.meta.url));
const rows = await killTable(join(dist, 'cli.js'), {kills: Number(values.kills), seed: Number(values.seed)}, row =>
	process.stderr.write(`${JSON.stringify(row)}\n`),
);
process.stdout.write(tableOf(rows));
const sum = name => rows.reduce((total, row) => total + row[name], 0);
process.stdout.write(
	`${rows.length} kills: ${sum('bare')} bare DELETEs, ${sum('doubled')} doubled creations, ${sum('left')} records left, ${rows.filter(({ok}) => !ok).length} rows wrong\n`,
);
process.exitCode = rows.every(({ok}) => ok) ? 0 : 1;
