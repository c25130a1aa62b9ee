import {expect, it} from 'vitest';
import {exportPlaywright} from '../../../../service/browser/script/export-playwright.ts';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();
const unheard = 'nothing changed on the page after this click';

const run = async (body: string, steps: readonly string[], more = {}) => {
	const {url} = await serveSite({
		'/': page(`<h1>Cart</h1>${body}`),
		'/beacon': (_, response) => response.writeHead(204).end(),
	});
	return bench.run(url, ['Open the home page', ...steps, '! "Cart" is visible'], more);
};

it.each(['Click the "Total" text', 'Right-click the "Total" text', 'Press and hold the "Total" text'])(
	'fails where nothing on the page hears of it: %s',
	async step => {
		const outcome = await run('<p>Total</p><button onclick="this.textContent=1">Pay</button>', [step]);
		expect(outcome).toMatchObject({
			status: 'failed',
			failureKind: 'assertion_blocked',
			failedStepIndex: 2,
			error:
				'step 2: text "Total" (paragraph "Total") is no control: nothing on the page hears of a click on it, and nothing changed after it',
		});
		expect(outcome.steps[1]?.failure?.case).toBe('no_effect');
	},
);

/** Clicks on what is no control and does something all the same, or is a control; nothing of it is a failure. */
it.each([
	[
		'a listener of its own',
		'<p id="t">Total</p><script>t.addEventListener("click", () => { t.dataset.n = 1 })</script>',
		null,
	],
	[
		'one that hears once',
		'<p id="t">Total</p><script>t.addEventListener("click", () => {}, {once: true})</script>',
		unheard,
	],
	['a listener of what it stands in', '<div onclick="window.n = 1"><p>Total</p></div>', unheard],
	['a listener of the window', '<p>Total</p><script>addEventListener("pointerdown", () => {})</script>', unheard],
	[
		'a listener that comes late',
		'<p id="t">Total</p><script>setTimeout(() => { t.onclick = () => {} }, 1200)</script>',
		unheard,
	],
	['the cursor of a pointer', '<p style="cursor:pointer">Total</p>', unheard],
	['a label', '<label>Total <input type="checkbox"></label>', null],
	['what loses the focus by it', '<input autofocus aria-label="Code"><p>Total</p>', null],
	[
		'what opens by the pointer',
		'<style>#m{display:none}p:hover #m{display:block}</style><p>Total <b id="m">sum</b></p>',
		null,
	],
	['what a page has made itself', '<p><x-total>Total</x-total></p>', unheard],
	['a request without an answer on the page', '<p onclick="navigator.sendBeacon(`/beacon`)">Total</p>', null],
	['a late change', '<p onclick="setTimeout(() => { this.title = 1 }, 300)">Total</p>', null],
	['a button without any effect', '<button type="button">Total</button>', unheard],
	[
		'a page that moves',
		'<style>@keyframes k{to{left:9px}}i{animation:k 1s infinite;position:relative}</style><i>x</i><button type="button">Total</button>',
		null,
	],
])('passes %s', async (_, body, note) => {
	const outcome = await run(body, ['! "Total" is visible', 'Click "Total"']);
	expect(outcome).toMatchObject({status: 'passed', error: null});
	expect(outcome.steps[2]).toMatchObject({status: 'passed', note});
});

it('clicks on the text itself where only that hears of it, and so does the export', async () => {
	const body = `<p style="border:9px solid">Total is <span onclick="this.textContent='46.50'">here</span></p>
<p><span onclick="document.title='Paid'">Sum</span></p>`;
	const steps = ['Click "Sum"', '! the title is "Paid"'];
	const outcome = await run(body, steps);
	expect(outcome).toMatchObject({status: 'passed', error: null});
	expect(outcome.script?.steps[1]?.parts[0]?.part).toMatchObject({at: {y: expect.any(Number)}});
	expect(
		exportPlaywright(outcome.script!, {
			name: 'sum',
			targetUrl: 'http://shop.example',
			steps: ['Open the home page', ...steps],
		} as never),
	).toContain('.click({position: {x: ');
});

it('says the same when the plan is replayed', async () => {
	const body = '<p id="t">Total</p><script>if (!location.hash) t.onclick = () => {}</script>';
	const first = await run(body, ['! "Total" is visible', 'Click "Total"']);
	expect(first.steps[2]).toMatchObject({status: 'passed', note: unheard});
	expect(first.advisories).toEqual([`step 3: ${unheard}`]);
	const replay = {...first.script!, codeVersion: 1};
	const second = await run(body, ['! "Total" is visible', 'Click "Total"'], {replay});
	expect(second.steps[2]).toMatchObject({status: 'passed', note: unheard});
	expect(second.advisories).toEqual([`step 3: ${unheard}`]);
	const third = await run('<p id="t">Total</p>', ['! "Total" is visible', 'Click "Total"'], {replay});
	expect(third).toMatchObject({status: 'failed', failedStepIndex: 3});
});

it('says nothing of steps that are no click, or do more than one thing', async () => {
	const body = '<button type="button">Total</button><label><input type="checkbox" checked> Gift</label>';
	const outcome = await run(body, ['! "Total" is visible', 'Check "Gift"', 'Press Escape', 'Hover over "Total"']);
	expect(outcome.steps.map(({note}) => note)).toEqual([null, null, null, null, null, null]);
});
