import {parseAst} from 'rolldown/parseAst';
import {describe, expect, it} from 'vitest';
import {exportPlaywright} from '../../../../service/browser/script/export-playwright.ts';
import {scriptOf} from '../../../helpers/scripts.ts';

const exported = async (scenario: string) => {
	const {script, steps} = await scriptOf(scenario);
	return {
		code: exportPlaywright(script, {name: `The "${scenario}" plan`, targetUrl: 'http://site.example/', steps}),
		steps,
	};
};

describe('the export of a script', () => {
	it.each(['todo', 'shop', 'verdaccio', 'node-red'])(
		'of %s is TypeScript with a step for each step of the plan',
		async scenario => {
			const {code, steps} = await exported(scenario);
			expect(() => parseAst(code, {lang: 'ts'})).not.toThrow();
			expect(code.match(/await test\.step\(/g)).toHaveLength(steps.length);
		},
	);

	it('reads as a person would write it', async () => {
		const {code} = await exported('todo');
		expect(code.split('\n').slice(0, 16).join('\n')).toMatchInlineSnapshot(`
			"import {expect as withDefaults, test} from '@playwright/test';

			const expect = withDefaults.configure({timeout: 30_000});
			test.use({baseURL: 'http://site.example/', viewport: {width: 1280, height: 800}, actionTimeout: 30_000});

			test('The "todo" plan', async ({page}) => {
				test.setTimeout(900_000);
				await test.step('Go to /todo.html', async () => {
					await page.goto('/todo.html');
				});
				await test.step('The page title contains To-do list', async () => {
					await expect(page).toHaveTitle(/To-do\\s+list/i);
				});
				await test.step('Type "Buy bread" into the "What needs to be done?" field', async () => {
					await page.getByRole('textbox', {name: 'What needs to be done?', exact: true}).fill('Buy bread');
				});"
		`);
	});

	it('looks for the text alone where the plan names something that the page does not', async () => {
		const {script, steps} = await scriptOf('todo');
		const text = 'The counter says 3 items left';
		const place = steps.indexOf(text);
		const unnamed = script.steps.map((step, index) =>
			index === place
				? {
						...step,
						parts: step.parts.map(one => ({...one, op: 'value', part: {...one.part, op: 'value'}, elements: []})),
					}
				: step,
		);
		const code = exportPlaywright({...script, steps: unnamed}, {name: 'x', targetUrl: 'http://site.example/', steps});
		const [, lines] = code.split(`test.step('${text}'`);
		expect(lines?.split('\n')[1]).toMatch(/getByText\(.*3.*items.*left.*toBeVisible/);
	});

	it('answers a dialog before the step that opens it, and says which steps were not reached', async () => {
		const {script, steps} = await scriptOf('todo');
		const code = exportPlaywright(
			{...script, steps: script.steps.slice(0, -1)},
			{name: 'x', targetUrl: 'http://site.example/', steps},
		);
		const [armed, clicked] = ["page.once('dialog'", "name: 'Delete everything'"].map(text => code.indexOf(text));
		expect(armed).toBeGreaterThan(0);
		expect(armed).toBeLessThan(clicked!);
		expect(code).toContain('// Not reached: I should see the message Nothing to do');
	});

	it('takes variables from the environment and what was captured from the steps before', async () => {
		const {script, steps} = await scriptOf('shop');
		const uses = {op: 'goto', part: {op: 'goto', address: '/orders/VAR_ORDER?city=VAR_CITY'}, elements: []};
		const last = {stepIndex: steps.length + 1, textHash: '', readBy: 'builtin' as const, parts: [uses]};
		const code = exportPlaywright(
			{...script, steps: [...script.steps, last]},
			{name: 'x', targetUrl: 'http://site.example/', steps: [...steps, 'Go to it']},
		);
		expect(code).toMatch(/page\.goto\(`\/orders\/\$\{VAR_ORDER\}\?city=\$\{process\.env\.VAR_CITY!\}`\)/);
		expect(code).toContain("let VAR_ORDER = ''");
	});
});
