// `SVC_TARGET_URL=http://127.0.0.1:3010 node test/targets/generated.mjs <name> [--runs 2] [--json file]`: generates the tests
// of a real application that runs already, from its document, and runs them. Records put in by hand before are compared
// after every run through the application's own API. <name> is a file of test/targets/newcomer. Prints reach, red tests
// with their explanation, verdicts that differ between runs, and what was left or touched. Exits with 1 when a record was
// touched that no test made, is left without being listed, or a verdict of two settled runs differs.
import {writeFileSync} from 'node:fs';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {startService} from '../trials/ownership/service.mjs';
import {all, makeSuite, run} from '../trials/faults/suite.mjs';
import {reachOf} from './reach.mjs';

const {values, positionals} = parseArgs({
	allowPositionals: true,
	options: {runs: {type: 'string', default: '2'}, json: {type: 'string'}},
});
const [name = 'todo'] = positionals;
const {default: target} = await import(`./newcomer/${name}.mjs`);
const dist = process.env.SVC_DIST ?? fileURLToPath(new URL('../../dist', import.meta.url));
const say = line => process.stdout.write(`${line}\n`);
const seconds = async (what, work) => {
	const startedAt = performance.now();
	const value = await work();
	say(`${what}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
	return value;
};

await target.canaries();
let known = await target.snapshot();
const service = await startService(dist);
const {call} = service;
const runs = [];
let [unlisted, touched] = [0, 0];
let report;
try {
	const suite = await seconds('document, plan, tests, settling', async () =>
		makeSuite(service, {
			name,
			document: await target.document(),
			url: target.targetUrl ?? target.url,
			credential: await target.credential?.(),
			autoAuth: target.autoAuth && {...target.autoAuth, loginUrl: target.url + target.autoAuth.loginUrl},
		}),
	);
	const before = await all(call, `/projects/${suite.projectId}/batches`);
	await compare(
		'settling',
		before.map(({batchId}) => batchId),
	);
	for (let number = 1; number <= Number(values.runs); number++) {
		const {batchId, verdicts} = await seconds(`run ${number}`, () => run(service, suite.projectId));
		runs.push(verdicts);
		await compare(`run ${number}`, [batchId]);
	}
	report = await reportOf(suite);
} finally {
	await service.stop();
}
if (values.json) writeFileSync(values.json, JSON.stringify(report, null, 1));
process.exitCode = unlisted + touched + report.flips.length > 0 ? 1 : 0;

/** What is in the application now against what was there before. */
async function compare(when, batchIds) {
	const after = await target.snapshot();
	const views = [];
	for (const batchId of batchIds) views.push(await call('GET', `/batches/${batchId}/cleanup`));
	const cards = views.flatMap(({orphaned, pending}) => [...orphaned, ...pending]);
	const left = [...after.keys()].filter(key => !known.has(key));
	const changed = [...known].filter(([key, value]) => after.get(key) !== value).map(([key]) => key);
	// One card may stand for several records only when it names none.
	unlisted += Math.max(0, left.length - cards.length);
	touched += changed.length;
	const sum = name => views.reduce((total, {progress}) => total + progress[name], 0);
	const counts = `${sum('captured')} records made, ${sum('cleaned')} deleted`;
	say(`${when}: ${counts}, ${left.length} left (${cards.length} listed), ${changed.length} foreign touched`);
	for (const key of left) say(`  left ${key}`.slice(0, 200));
	for (const key of changed) say(`  TOUCHED ${key}: ${known.get(key)} → ${after.get(key)}`);
	for (const {sourceEndpoint, capturedId, outcome, reason} of cards)
		say(`  listed ${sourceEndpoint.method} ${sourceEndpoint.path} ${capturedId}: ${outcome} ${reason ?? ''}`);
	known = after;
}

async function reportOf({projectId, plan, tests, rejected, settled}) {
	const rows = await all(call, `/projects/${projectId}/plans/rows`);
	const last = runs.at(-1);
	const reach = reachOf(plan.subPlans, tests, testId => last.get(testId)?.status ?? 'not run');
	for (const {status, reply, counts} of settled) say(`settled: ${status} ${JSON.stringify(counts)} ${reply}`);
	say(
		`${plan.subPlans.length} operations, ${rows.length} rows, ${rejected} refused by the gate, ${settled.length} rounds of settling`,
	);
	say(plan.categories.map(({label, total}) => `${label} ${total}`).join(', '));
	say(`reach: ${reach.reached.length} of ${reach.allowed.length} that the rules allow (${percent(reach.share)})`);
	for (const one of reach.missed) say(`  not reached ${one.operation}: ${one.why}`);
	for (const one of reach.unsafe) say(`  not allowed ${one.operation}: ${one.why}`);
	for (const [number, verdicts] of runs.entries()) {
		const counts = {};
		for (const {status} of verdicts.values()) counts[status] = (counts[status] ?? 0) + 1;
		say(`run ${number + 1}: ${JSON.stringify(counts)}`);
	}
	const red = [];
	for (const {testId, name: test, status, error} of last.values()) {
		if (status !== 'failed') continue;
		const {rootCauseHypothesis, signature} = await call('GET', `/tests/${testId}/failure/summary`);
		red.push({test, error, rootCauseHypothesis, signature});
		say(`  red ${test}\n    ${error}\n    ${rootCauseHypothesis}`);
	}
	// The first two runs learn; from the third on nothing may differ.
	const settledRuns = runs.length > 2 ? runs.slice(2) : runs.slice(1);
	const flips = [...last.values()].flatMap(({testId, name: test}) => {
		const seen = settledRuns.map(verdicts => verdicts.get(testId));
		if (new Set(seen.map(one => one?.status)).size < 2) return [];
		return [{test, seen: seen.map(one => `${one?.status} ${one?.error ?? one?.blockedReason ?? ''}`)}];
	});
	for (const {test, seen} of flips) say(`  FLIP ${test}\n    ${seen.join('\n    ')}`);
	const findings = await all(call, `/projects/${projectId}/findings`);
	say(`${findings.length} findings; ${red.length} red of ${last.size} (${percent(red.length / last.size)})`);
	for (const {kind, scope, count, title} of findings) say(`  finding ${kind} ${scope} ${count}: ${title}`);
	return {reach, red, flips, findings, categories: plan.categories};
}

function percent(share) {
	return `${(share * 100).toFixed(1)} %`;
}
