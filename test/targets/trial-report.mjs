import {sweepAgent} from './counting-proxy.mjs';

const isDelete = ({method}) => method === 'DELETE';

const line = (...cells) => `| ${cells.join(' | ')} |`;

/** A record that is not cleaned up, with its id, its source and why. */
const leftOver = ({capturedId, sourceEndpoint, outcome, reason, createdBy, cleanupTest}) => {
	const refusal = `DELETE answered ${cleanupTest?.httpStatus}: ${cleanupTest?.responseBody?.slice(0, 120)}`;
	return `- ${outcome}: ${sourceEndpoint.method} ${sourceEndpoint.path} → ${capturedId ?? '(no id)'} (${reason ?? refusal}), made by "${createdBy.title}"`;
};

/**
 * What a trial has come to: a table of the collections, the orphans with id and source, the three counts of DELETE calls,
 * and what was expected but is not so.
 *
 * @returns {{lines: string[], problems: number}}
 */
export function trialReport({manifest, before, after, view, calls, runs, seen, tookMs}) {
	const problems = [];
	const expect = (holds, problem) => void (holds || problems.push(problem));
	const cards = [...view.orphaned, ...view.cleanedUp, ...view.pending];
	const created = name => cards.filter(({family}) => family === `/${name}`).length;
	const left = Object.keys(before).map(name => [name, after[name] - before[name]]);

	const lines = [
		`## ${manifest.name}: ${runs.length} tests, ${view.state}, ${(tookMs / 1000).toFixed(1)} s`,
		'',
		line('collection', 'before', 'tracked', 'after', 'left'),
		line('---', '---', '---', '---', '---'),
		...left.map(([name, number]) => line(name, before[name], created(name), after[name], number)),
		'',
	];

	const {captured, cleaned, orphaned, failed, pending, kept} = view.progress;
	lines.push(
		`Records: ${captured} captured, ${cleaned} cleaned up, ${orphaned} orphaned, ${failed} failed, ${pending} pending, ${kept} kept.`,
		'',
	);
	lines.push(...view.orphaned.map(leftOver));
	const sources = view.orphaned.map(({sourceEndpoint}) => `${sourceEndpoint.method} ${sourceEndpoint.path}`).sort();
	const wanted = [...manifest.expected.orphans].sort();
	expect(sources.join() === wanted.join(), `orphans are ${sources.join(', ')} instead of ${wanted.join(', ')}`);
	const trueOrphans = new Map();
	for (const {family} of view.orphaned) trueOrphans.set(family, (trueOrphans.get(family) ?? 0) + 1);
	for (const [name, number] of left)
		expect(number === (trueOrphans.get(`/${name}`) ?? 0), `${number} records of ${name} are left`);

	const recorded = calls.filter(isDelete);
	const sweep = recorded.filter(({kind}) => kind === 'cleanup');
	const ofTests = recorded.filter(({kind}) => kind !== 'cleanup');
	const seenDeletes = seen.filter(isDelete);
	const seenSweep = seenDeletes.filter(({agent}) => agent === sweepAgent);
	const planned = sweep.filter(({run_id}) => run_id !== null);
	lines.push(
		'',
		line('DELETE calls', 'report', 'recorded', 'seen by the application'),
		line('---', '---', '---', '---'),
		line('cleanup', view.totals.deleteCalls, sweep.length, seenSweep.length + planned.length),
		line('by tests themselves', '–', ofTests.length, seenDeletes.length - seenSweep.length - planned.length),
	);
	expect(view.totals.deleteCalls === sweep.length, 'report and recorded calls differ');
	expect(recorded.length === seenDeletes.length, 'recorded calls and those the application saw differ');
	expect(sweep.length - planned.length === seenSweep.length, 'the sweep sent more or less than it recorded');

	const named = status =>
		runs
			.filter(run => run.status === status)
			.map(({name}) => name)
			.sort();
	const refused = seen.filter(({url}) => url.includes(manifest.refused)).length;
	const blocked = seen.filter(({url}) => url.includes(manifest.blocked)).length;
	lines.push(
		'',
		`Tests: ${named('passed').length} passed, ${named('failed').length} failed, ${named('blocked').length} blocked. The failed producer sent ${refused} request, its ${named('blocked').length} blocked tests ${blocked}.`,
	);
	for (const {name, status, error} of runs)
		if (status !== 'passed' && ![...manifest.expected.failed, ...manifest.expected.blocked].includes(name))
			lines.push(`- ${status}: "${name}": ${String(error).slice(0, 300)}`);
	for (const status of ['failed', 'blocked'])
		expect(
			named(status).join() === [...manifest.expected[status]].sort().join(),
			`${status} are ${named(status).join(', ')}`,
		);
	expect(refused === 1, `the failed producer sent ${refused} requests`);
	expect(blocked === 0, `blocked tests sent ${blocked} requests`);
	lines.push('', problems.length === 0 ? 'All as expected.' : `NOT AS EXPECTED: ${problems.join('; ')}.`);
	return {lines, problems: problems.length};
}

/** What is left once the DELETE endpoints of the orphans were added and cleanup was run again. */
export function remedyReport({view, calls, before, counts, seen}) {
	const left = Object.keys(before).filter(name => counts[name] !== before[name]);
	const recorded = calls.filter(isDelete).length;
	const sent = seen.filter(isDelete).length;
	const {cleaned, orphaned, failed} = view.progress;
	const isClean = left.length === 0 && orphaned + failed === 0 && recorded === sent;
	return {
		lines: [
			'',
			`After the DELETE endpoints of the orphans were added and cleanup was retried: ${cleaned} cleaned up, ${orphaned} orphaned, ${failed} failed; ${left.length === 0 ? '0 records left' : `left in ${left.join(', ')}`}; ${view.totals.deleteCalls} DELETE calls in the report, ${recorded} recorded with those of tests, ${sent} seen by the application.`,
			...view.orphaned.map(leftOver),
			'',
		],
		problems: isClean ? 0 : 1,
	};
}
