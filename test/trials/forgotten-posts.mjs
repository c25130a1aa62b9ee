// `node test/trials/forgotten-posts.mjs [--moments 10] [--seed 1] [--modes cancel,both] [--max-ms 3000] [--tests 6]
// [--calls 6] [--at-once 1]`: cancels batches, lets them time out and kills test, Python parent, service and both, while
// POSTs and PUTs are under way; the target counts what is left and what came twice. A slow trial, not part of the tests.
// Exits with 1 when a record is left that no report lists, one is gone that no test has made, or a call of a test came
// twice. `infra` counts tests that were lost twice, which only happens with several moments at once.
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {disruptions} from './forgotten-posts/disrupt.mjs';
import {forgottenPosts} from './forgotten-posts/trial.mjs';
import {tableOf} from './killed-service.mjs';

const {values} = parseArgs({
	options: {
		moments: {type: 'string', default: '10'},
		seed: {type: 'string', default: '1'},
		modes: {type: 'string', default: Object.keys(disruptions).join()},
		'max-ms': {type: 'string', default: '3000'},
		tests: {type: 'string', default: '6'},
		calls: {type: 'string', default: '6'},
		'at-once': {type: 'string', default: '1'},
	},
});
const rows = await forgottenPosts({
	cli: process.env.SVC_TRIAL_CLI ?? fileURLToPath(new URL('../../dist/cli.js', import.meta.url)),
	modes: values.modes.split(','),
	moments: Number(values.moments),
	seed: Number(values.seed),
	maxMs: Number(values['max-ms']),
	tests: Number(values.tests),
	calls: Number(values.calls),
	atOnce: Number(values['at-once']),
});
process.stdout.write(tableOf(rows));
process.exitCode = rows.some(({unlisted, doubled, canariesLost}) => unlisted + doubled + canariesLost > 0) ? 1 : 0;
