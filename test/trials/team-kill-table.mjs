// `node test/trials/team-kill-table.mjs --database-url postgres://… [--kills 200] [--seed 1] [--pairs 12] [--restart 'pg_ctl … restart']`:
// two serving processes and two workers on an empty PostgreSQL database, killed with SIGKILL at random moments of batches of 2 × pairs
// tests; `--restart` is a command that restarts the database in the same way, such as `pg_ctl -D … -m immediate restart`. A slow trial,
// 20 kills of it are a test. Exits with 1 when a batch lost, changed or left something.
import {exec} from 'node:child_process';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {parseArgs, promisify} from 'node:util';
import {tableOf} from './killed-service.mjs';
import {teamKillTable} from './team-kills/table.mjs';

const {values} = parseArgs({
	options: {
		'database-url': {type: 'string'},
		kills: {type: 'string', default: '200'},
		seed: {type: 'string', default: '1'},
		pairs: {type: 'string', default: '12'},
		restart: {type: 'string'},
	},
});
const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const {rows, processesLeft, logs} = await teamKillTable(cli, values['database-url'], {
	kills: Number(values.kills),
	seed: Number(values.seed),
	pairs: Number(values.pairs),
	// A table of 200 kills takes an hour: what came of a batch is said when it has ended.
	onRow: ({batch, ok}) => process.stderr.write(`batch ${batch}: ${ok ? 'ok' : 'NOT OK'}\n`),
	...(values.restart === undefined ? {} : {restart: async () => void (await promisify(exec)(values.restart))}),
});
process.stdout.write(tableOf(rows));
process.stdout.write(`${processesLeft} processes left${processesLeft > 0 ? `, logs in ${logs}` : ''}\n`);
process.exitCode = processesLeft > 0 || rows.some(({ok}) => !ok) ? 1 : 0;
