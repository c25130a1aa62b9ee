import {documentOf, startApplication} from './application.mjs';
import {judgeBatch} from './judge.mjs';
import {startService} from './service.mjs';
import {randomSuite, shapes} from './suite.mjs';

/**
 * Runs random suites against the application of the trial and counts, from outside, what became of its records.
 *
 * @param options.dist folder of the built client
 * @param options.suites numbers of the suites
 * @param options.runs how often each is run
 * @param options.size how many shapes a suite uses
 * @param say gets one row per suite
 * @returns one row per suite, and what was found in words
 */
export async function ownershipTrial({dist, suites, runs, size}, say = () => undefined) {
	const service = await startService(dist);
	const rows = [];
	const problems = [];
	try {
		for (const number of suites) {
			const row = await runSuite(service, randomSuite(number, size), runs, line =>
				problems.push(`suite ${number}, ${line}`),
			);
			rows.push(row);
			say(row);
		}
	} finally {
		await service.stop();
	}
	return {rows, problems};
}

async function runSuite(service, suite, runs, note) {
	const application = await startApplication(shapes);
	const {ledger, seen, url} = application;
	const row = {
		suite: suite.number,
		document: suite.hasDocument ? 'yes' : '',
		tests: suite.tests.length,
		notPassed: 0,
		made: 0,
		owned: 0,
		deleted: 0,
		left: 0,
		unlisted: 0,
		wrongReason: 0,
		unproven: 0,
		silent: 0,
		touched: 0,
	};
	try {
		const project = {type: 'backend', name: `suite ${suite.number}`, targetUrl: url};
		const {id: projectId} = await service.call('POST', '/projects', project);
		if (suite.hasDocument) await service.describe(projectId, documentOf(shapes, url));
		for (const test of suite.tests) await service.call('POST', '/tests', {projectId, type: 'backend', ...test});
		for (let run = 1; run <= runs; run++) {
			ledger.batch = run;
			const begun = service.run(projectId);
			application.colleague();
			const batch = await begun;
			const view = await service.call('GET', `/batches/${batch.batchId}/cleanup`);
			const unwanted = batch.members.filter(
				({status, name}) => status !== 'passed' && !(status === 'failed' && name.startsWith('Fails with')),
			);
			row.notPassed += unwanted.length;
			for (const {name, status, error} of unwanted) note(`run ${run}: "${name}" ${status}: ${error}`);
			const {counts, problems} = judgeBatch({ledger, seen, batch: run, suite, view});
			for (const [name, count] of Object.entries(counts)) row[name] += count;
			for (const problem of problems) note(`run ${run}: ${problem}`);
		}
		row.touched = ledger.touched.length;
		for (const {shape, whose, what} of ledger.touched) note(`TOUCHED ${whose}: ${shape}, ${what}`);
		return row;
	} finally {
		await application.close();
	}
}

/** Sums of all rows, and whether every bar is held. */
export function verdictOf(rows) {
	const sum = name => rows.reduce((total, row) => total + row[name], 0);
	const names = [
		'tests',
		'notPassed',
		'made',
		'owned',
		'deleted',
		'left',
		'unlisted',
		'wrongReason',
		'unproven',
		'silent',
		'touched',
	];
	const total = Object.fromEntries(names.map(name => [name, sum(name)]));
	const share = total.owned === 0 ? 1 : total.deleted / total.owned;
	return {
		total,
		share,
		isHeld:
			total.touched + total.unlisted + total.wrongReason + total.unproven + total.notPassed === 0 && share >= 0.95,
	};
}
