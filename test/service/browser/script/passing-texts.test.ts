import {expect, it} from 'vitest';
import {exportPlaywright} from '../../../../service/browser/script/export-playwright.ts';
import {exportCases} from '../../../fixtures/browser/export-cases.ts';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

it('names nothing by a text with a secret, or with a value of that run alone', async () => {
	const {pages, steps: saving, variables = {}} = exportCases['text beside a secret']!;
	const steps = ['Type VAR_RANDOM into Name', ...saving];
	const {url} = await serveSite(pages);
	const fresh = await bench.run(url, steps, {variables, secretNames: Object.keys(variables)});
	expect(fresh.error).toBeNull();
	const code = exportPlaywright(
		{...fresh.script!, codeVersion: 1},
		{name: 'saved', targetUrl: url, steps: steps.map(text => text.replace(/^! /, ''))},
	);
	expect(code).not.toContain('•••');
	expect(code).toMatch(/getByText\(.{0,4}Saved.{0,10}\).*toBeVisible/);
});
