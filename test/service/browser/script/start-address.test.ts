import {expect, it} from 'vitest';
import {exportPlaywright} from '../../../../service/browser/script/export-playwright.ts';
import {exportedVerdicts} from '../../../helpers/exported-verdicts.ts';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

it('the export begins where the plan begins, also where the URL of the project has a path', async () => {
	const site = await serveSite({
		'/': page('<h1>Somebody else</h1>'),
		'/app/start': page('<h1>Start of the app</h1><a href="/app/next">Next</a>'),
		'/app/next': page('<h1>Next page</h1>'),
	});
	const targetUrl = `${site.url}/app/start`;
	const plans = {
		unsaid: ['! The heading "Start of the app" is visible'],
		said: [
			'Click Next',
			'! The heading "Next page" is visible',
			'Open the home page',
			'! "Start of the app" is visible',
		],
	};
	const files: Record<string, string> = {};
	for (const [name, lines] of Object.entries(plans)) {
		const {status, script} = await bench.run(targetUrl, lines);
		expect(status).toBe('passed');
		files[name] = exportPlaywright(script!, {name, targetUrl, steps: lines.map(line => line.replace(/^! /, ''))});
	}
	files['false'] = files['said']!.replaceAll('Start of the app', 'Somebody else').replaceAll('30_000', '3_000');
	expect(await exportedVerdicts(files)).toEqual({unsaid: true, said: true, false: false});
});

it('a fragment of the URL of the project is opened with it, here and in the export', async () => {
	const site = await serveSite({
		'/app': page('<h1></h1><script>document.querySelector("h1").textContent = location.hash || "No part"</script>'),
	});
	const targetUrl = `${site.url}/app#/orders`;
	const plans = {unsaid: ['! "#/orders" is visible'], said: ['Open the home page', '! "#/orders" is visible']};
	const files: Record<string, string> = {};
	for (const [name, lines] of Object.entries(plans)) {
		const {status, script} = await bench.run(targetUrl, lines);
		expect(status).toBe('passed');
		files[name] = exportPlaywright(script!, {name, targetUrl, steps: lines.map(line => line.replace(/^! /, ''))});
	}
	expect(await exportedVerdicts(files)).toEqual({unsaid: true, said: true});
});
