import {expect, it} from 'vitest';
import type {Script} from '../../../../contract/script.ts';
import {exportPlaywright} from '../../../../service/browser/script/export-playwright.ts';
import {type ExportCase, exportCases} from '../../../fixtures/browser/export-cases.ts';
import {exportedVerdicts, mustFail} from '../../../helpers/exported-verdicts.ts';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

/** What a fresh run passes, its replay on a faulty page must not; both pages as exported files. */
async function carryOut(name: string, {pages, steps, fault, variables = {}, account}: ExportCase) {
	const path = fault.path ?? '/';
	expect(pages[path], name).toContain(fault.from);
	const healthy = await serveSite(pages);
	const faulty = await serveSite({...pages, [path]: pages[path]!.replaceAll(fault.from, fault.to)});
	const job = {variables, secretNames: Object.keys(variables), account: account ?? null, now: Date.now()};
	const fresh = await bench.run(healthy.url, steps, job);
	const script: Script = {...fresh.script!, codeVersion: 1};
	// What is wrong on the page is known at once; it does not change any more.
	const short = {stepTimeoutMs: 700, autoHeal: false};
	const again = fresh.script && (await bench.run(faulty.url, steps, {...job, replay: script, ...short}));
	const exported = (targetUrl: string) =>
		exportPlaywright(script, {name, targetUrl, steps: steps.map(text => text.replace(/^! /, ''))});
	return {
		passes: fresh.error ?? 'passed',
		replay: again?.status ?? 'no script',
		exports: fresh.script
			? {sound: exported(healthy.url), faulty: mustFail(exported(faulty.url).replaceAll('30_000', '700'))}
			: {sound: '', faulty: ''},
	};
}

it('every kind of step has the same verdict replayed and exported, and both see the fault of the page', async () => {
	const files: Record<string, string> = {};
	const told: Record<string, object> = {};
	const cases = Object.entries(exportCases).values();
	const one = async () => {
		for (const [name, what] of cases) {
			const {exports, passes, replay} = await carryOut(name, what);
			told[name] = {passes, replay};
			const file = name.replace(/\W+/g, '-');
			files[`${file}-sound`] = exports.sound;
			files[`${file}-faulty`] = exports.faulty;
		}
	};
	await Promise.all([one(), one()]);
	const expected = {passes: 'passed', replay: 'failed'};
	expect(told).toEqual(Object.fromEntries(Object.keys(exportCases).map(name => [name, expected])));
	const variables = Object.values(exportCases).flatMap(({variables = {}, account}) => [
		...Object.entries(variables).map(([name, value]) => [`VAR_${name}`, value]),
		...(account
			? [
					['TEST_USERNAME', account.username],
					['TEST_PASSWORD', account.password],
				]
			: []),
	]);
	expect(await exportedVerdicts(files, Object.fromEntries(variables))).toEqual(
		Object.fromEntries(Object.keys(files).map(file => [file, true])),
	);
}, 900_000);
