import {createHash} from 'node:crypto';
import {startService} from '../ownership/service.mjs';
import {faults} from './faults.mjs';
import {firstNamed, namedOperation} from './naming.mjs';
import {operationsOf, startProxy} from './proxy.mjs';
import {makeSuite, run} from './suite.mjs';

/**
 * Makes the tests of a target's own document, runs them twice on the healthy target, then injects one regression into one
 * operation at a time and runs what calls it. Only pairs in which an answer was changed count; only a test that was green
 * on the healthy target and is red now has found one.
 *
 * @param options `dist`, `target` (address), `document`, `credential` (body of the credential route, or null),
 *   `authorization` (header of the target, or null), `only` (names of faults), `every` (each n-th pair), `seed` (a text that
 *   puts the pairs in an order by chance), `most` (pairs that count)
 */
export async function faultTrial(
	{
		dist,
		target,
		document,
		credential = null,
		authorization = null,
		healthyRuns = 2,
		only = null,
		every = 1,
		first = 0,
		seed = null,
		most = Infinity,
	},
	tell = () => {},
) {
	const service = await startService(dist);
	const proxy = await startProxy(target, authorization);
	try {
		const suite = await makeSuite(service, {name: 'Faults', document, url: proxy.url, credential});
		const healthy = [];
		for (let number = 0; number < healthyRuns; number++) healthy.push((await run(service, suite.projectId)).verdicts);
		const green = new Set(
			suite.tests
				.map(({testId}) => testId)
				.filter(id => healthy.every(verdicts => verdicts.get(id)?.status === 'passed')),
		);
		const unsteady = suite.tests.filter(({testId}) => new Set(healthy.map(one => one.get(testId)?.status)).size > 1);
		const rows = [];
		const operations = operationsOf(document);
		for (const {operation, fault} of pairsOf(operations, {only, every, first, seed})) {
			if (rows.length >= most) break;
			const own = suite.tests.filter(
				({testId, operations}) => green.has(testId) && operations.includes(operation.name),
			);
			if (own.length === 0) continue;
			proxy.set(fault, operation);
			const {verdicts} = await run(
				service,
				suite.projectId,
				own.map(({testId}) => testId),
			);
			const changed = proxy.changed();
			proxy.set(null);
			if (changed === 0) continue;
			const red = [...verdicts.values()].filter(({testId, status}) => status === 'failed' && green.has(testId));
			const explained = await Promise.all(red.map(one => explanation(service, one, operations)));
			const named = firstNamed(explained);
			const row = {
				fault: fault.name,
				operation: operation.name,
				changed,
				red: red.length,
				found: red.length > 0,
				named,
			};
			rows.push(row);
			tell({
				...row,
				by: red[0]?.name,
				error: red[0]?.error,
				said: explained.map(({said, named: operation}) => [operation, said]),
				others: [...verdicts.values()].filter(({status}) => status === 'blocked').length,
			});
		}
		const found = rows.filter(row => row.found);
		return {
			rows,
			tests: suite.tests.length,
			rejected: suite.rejected,
			green: green.size,
			unsteady,
			share: rows.length === 0 ? 0 : found.length / rows.length,
			namedShare:
				found.length === 0 ? 0 : found.filter(({operation, named}) => operation === named).length / found.length,
		};
	} finally {
		await service.stop();
		await proxy.close();
	}
}

/** What `test failure summary` says of a red test, and the operation it points at. */
async function explanation({call}, {testId}, operations) {
	const failure = await call('GET', `/tests/${testId}/failure/summary`);
	return {
		signature: failure.signature,
		named: namedOperation(failure.rootCauseHypothesis, operations),
		said: failure.rootCauseHypothesis,
	};
}

/** Every fault of every operation; with a seed in an order by chance, the same for the same seed. */
function pairsOf(operations, {only, every, first, seed}) {
	const all = operations.flatMap(operation =>
		faults.filter(({name}) => !only || only.includes(name)).map(fault => ({operation, fault})),
	);
	const lot = ({operation, fault}) =>
		createHash('sha256').update(`${seed} ${fault.name} ${operation.name}`).digest('hex');
	const ordered = seed === null ? all : all.toSorted((a, b) => (lot(a) < lot(b) ? -1 : 1));
	return ordered.filter((_, place) => (place - first) % every === 0);
}
