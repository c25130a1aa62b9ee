// `npm run bench [-- --json] [-- --only startup,chains,…]`: ratios against something measured in the same run, because absolute times of a
// shared machine say little. Prints a table, or JSON with --json. Not part of the tests; never fails the build.
import process from 'node:process';
import {parseArgs} from 'node:util';
import {measureBatch, measureWait} from './batch.mjs';
import {measureBrowser} from './browser.mjs';
import {measureChains} from './chains.mjs';
import {measureCommands} from './cli-commands.mjs';
import {measureFirstFrame, measureKeys} from './dashboard.mjs';
import {measureIdleScreen, measureLive, measureMemory, measureNews} from './dashboard-live.mjs';
import {measureConfinement} from './confinement.mjs';
import {measureIdle, measureReadiness} from './idle.mjs';
import {openSandbox} from './sandbox.mjs';
import {measureLargeBatch} from './large-batch.mjs';
import {measureLists} from './lists.mjs';
import {measurePlanning} from './planning.mjs';
import {measureSchedules} from './schedules.mjs';
import {measureTeam} from './team.mjs';
import {measureStartup} from './startup.mjs';
import {measureWrongScreens} from './wrong-screens.mjs';

const {values} = parseArgs({options: {json: {type: 'boolean'}, only: {type: 'string'}}});
const sections = {
	startup: measureStartup,
	cli: measureCommands,
	frame: measureFirstFrame,
	keys: measureKeys,
	screen: measureIdleScreen,
	memory: measureMemory,
	news: measureNews,
	live: measureLive,
	screens: measureWrongScreens,
	chains: measureChains,
	batch: measureBatch,
	wait: measureWait,
	idle: measureIdle,
	large: measureLargeBatch,
	ready: measureReadiness,
	planning: measurePlanning,
	browser: measureBrowser,
	team: measureTeam,
	lists: measureLists,
	schedules: measureSchedules,
	confinement: measureConfinement,
};
/** Sections that need no service, or start their own. */
const alone = new Set(['planning', 'browser', 'team', 'lists', 'schedules', 'confinement']);
const chosen = values.only?.split(',') ?? Object.keys(sections);

const sandbox = chosen.every(name => alone.has(name)) ? null : await openSandbox();
const rows = [];
try {
	for (const name of chosen) {
		process.stderr.write(`measuring ${name}\n`);
		rows.push(...(await sections[name](sandbox)));
	}
} finally {
	await sandbox?.close();
}

if (values.json) {
	process.stdout.write(`${JSON.stringify({node: process.version, rows}, null, 2)}\n`);
} else {
	const width = Math.max(...rows.map(row => row.what.length));
	for (const {what, value, unit, bar, ok, detail} of rows) {
		const verdict = ok === null ? '' : ok ? 'ok  ' : 'MISS';
		process.stdout.write(
			`${what.padEnd(width)}  ${`${value} ${unit}`.padStart(10)}  bar ${(bar === null ? '–' : `${bar} ${unit}`).padEnd(8)} ${verdict} ${detail}\n`,
		);
	}
}
