// `node test/trials/ownership.mjs [--suites 20] [--runs 5] [--size 14] [--first 1]`: random suites of tests against an
// application with forty kinds of resources and records that were there before, through the built service. Counts in the
// application's own state what the sweep touched, deleted and left, prints a table, and exits with 1 when a bar is missed:
// 0 records touched that the batch did not make, 0 left that are listed nowhere, 95 % of its own deleted, the right reason
// for the rest. A slow trial; a small one is part of the tests.
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {ownershipTrial, verdictOf} from './ownership/trial.mjs';

const {values} = parseArgs({
	options: {
		suites: {type: 'string', default: '20'},
		runs: {type: 'string', default: '5'},
		/** How many of the shapes a suite uses. */
		size: {type: 'string', default: '14'},
		/** Number of the first suite. */
		first: {type: 'string', default: '1'},
	},
});
const dist = process.env.SVC_DIST ?? fileURLToPath(new URL('../../dist', import.meta.url));
const suites = Array.from({length: Number(values.suites)}, (_, place) => Number(values.first) + place);
const startedAt = performance.now();
const {rows, problems} = await ownershipTrial(
	{dist, suites, runs: Number(values.runs), size: Number(values.size)},
	row => process.stderr.write(`${JSON.stringify(row)}\n`),
);
for (const problem of problems) process.stdout.write(`${problem}\n`);
console.table(rows);
const {total, share, isHeld} = verdictOf(rows);
console.table([total]);
const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
process.stdout.write(
	`${(share * 100).toFixed(1)} % of the batches' own records deleted, ${seconds} s, ${isHeld ? 'every bar held' : 'A BAR IS MISSED'}\n`,
);
process.exitCode = isHeld ? 0 : 1;
