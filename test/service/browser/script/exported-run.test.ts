import {expect, it} from 'vitest';
import {exportPlaywright} from '../../../../service/browser/script/export-playwright.ts';
import {assertionsOfSteps} from '../../../fixtures/browser/parts.ts';
import {exportedVerdicts} from '../../../helpers/exported-verdicts.ts';
import {scriptOf} from '../../../helpers/scripts.ts';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, receipt, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

it('a plan that passed passes in the runner of Playwright, and with a wrong last step it fails there', async () => {
	const pay = await serveSite();
	const site = await serveSite({'/receipt.csv': receipt});
	const [todo, shop] = await Promise.all([scriptOf('todo'), scriptOf('shop')]);
	const address = `${site.url}/shop.html?pay=${pay.url}/pay.html`;
	shop.script.steps[0]!.parts = [{op: 'goto', part: {op: 'goto', address}, elements: []}];
	const exported = ({script, steps}: typeof todo, name: string) =>
		exportPlaywright(script, {name, targetUrl: site.url, steps});
	const wrong = (text: string) => ({
		op: assertionsOfSteps[text]!.op,
		part: {...assertionsOfSteps[text]!},
		elements: [],
	});
	/** The first `count` steps, and one more that does not hold. */
	const failing = ({script, steps}: typeof todo, count: number, text: string) => {
		const last = {stepIndex: count + 1, textHash: '', readBy: 'builtin' as const, parts: [wrong(text)]};
		const code = exported(
			{script: {...script, steps: [...script.steps.slice(0, count), last]}, steps: [...steps.slice(0, count), text]},
			text,
		);
		// It is known at once: nothing changes any more.
		return code.replace('timeout: 30_000', 'timeout: 3_000');
	};
	expect(
		await exportedVerdicts(
			{
				todo: exported(todo, 'todo'),
				shop: exported(shop, 'shop'),
				'wrong-text': failing(todo, 3, 'The Login dialog is open'),
				'wrong-price': failing(
					shop,
					shop.steps.indexOf('The price of the Milk jug is 9.00 €'),
					'The price of the Milk jug is 19.00 €',
				),
			},
			{VAR_USER: 'jane@example.com', VAR_PASS: 'Passw0rd!'},
		),
	).toEqual({todo: true, shop: true, 'wrong-text': false, 'wrong-price': false});
});

it('a text of a frame that nothing names alone is looked for in the frame', async () => {
	const {url} = await serveSite({
		'/': page(
			`<h1>Notes</h1><iframe title="Notes" srcdoc="<button onclick=&quot;document.body.append('Saved milk')&quot;>Save</button>"></iframe>`,
		),
	});
	const steps = ['Open the home page', 'In the Notes frame, click Save', '"Saved milk" is visible'];
	const {script, status} = await bench.run(url, [...steps.slice(0, 2), `! ${steps[2]}`]);
	expect(status).toBe('passed');
	const exported = exportPlaywright(script!, {name: 'frames', targetUrl: url, steps});
	const wrong = exported.replaceAll('Saved milk', 'Saved tea').replace('timeout: 30_000', 'timeout: 3_000');
	expect(await exportedVerdicts({exported, wrong}, {})).toEqual({exported: true, wrong: false});
});
